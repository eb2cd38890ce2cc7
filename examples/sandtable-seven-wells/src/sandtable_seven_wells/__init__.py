"""Seven Wells: Gaza to Beersheba, autumn 1917."""
