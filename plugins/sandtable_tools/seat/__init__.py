"""A seat for any program: the command `seat` speaks JSON with it, and the bot `exec:` starts it."""
