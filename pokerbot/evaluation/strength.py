"""How strong a blueprint is."""
