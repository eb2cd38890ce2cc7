"""The position and the rules that change it: dice, decks, boards, phases, actions, events, games."""
