"""Views of recorded games: replay pages, reports, pictures, and watching a save at a terminal."""
