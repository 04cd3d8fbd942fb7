"""What lies over a screen: questions, choices, help."""
