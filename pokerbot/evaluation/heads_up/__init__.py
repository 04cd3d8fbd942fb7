"""How good a blueprint is: what best responses win from it, and what simple players lose to it."""
