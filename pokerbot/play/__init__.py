"""A hand at the table, the bot, the session: all of play but the screen."""
