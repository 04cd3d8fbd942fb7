"""How good a blueprint is: what a best response wins, and what simple players lose."""
