"""Games that bots play out: one, or many over the cores of this machine, and what came of them."""
