"""Who Dares Wins!: a Sandtable plugin for a solitaire game of raids in Cyrenaica, 1942."""
