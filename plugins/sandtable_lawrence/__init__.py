"""Lawrence of Arabia: the Arab Revolt of 1916-18, a solitaire game of operations in the desert."""
