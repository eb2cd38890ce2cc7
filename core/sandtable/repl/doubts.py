"""What is asked once more before it is done, where a player wants to be asked."""

OPENLY = "This is written into the save, for all to see. Do it? [y/N] "

LEAVE = "Leave the game? It is saved. [y/N] "

UNSAVED = "The game could not be saved, and will be lost. Leave it? [y/N] "


def is_yes(answer: str) -> bool:
    """Whether a typed answer agrees; anything else does not."""
    return answer.strip().lower() in ("y", "yes")
