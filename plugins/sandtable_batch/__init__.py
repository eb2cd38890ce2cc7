"""Games that bots play to the end: one, or many on the cores of this machine, and their results."""
