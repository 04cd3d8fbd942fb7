"""The terminal app: draws what `pokerbot.play` shows and turns keys into its calls."""
