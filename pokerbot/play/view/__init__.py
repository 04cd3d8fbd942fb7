"""What a table shows, without a screen: the cards, the words."""
