"""Tells the turns of a game as telegrams: at the prompt, in the shell and in files."""
