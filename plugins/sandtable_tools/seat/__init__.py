"""A seat for any program: `seat` speaks JSON on standard input and output, and `exec:` starts a bot."""
