"""`python -m pokerbot` is `pokerbot`."""

from pokerbot.cli import main

if __name__ == "__main__":
    main()
