"""Who Dares Wins!: commandos in Cyrenaica, 1942, a solitaire as a plugin of Sandtable."""
