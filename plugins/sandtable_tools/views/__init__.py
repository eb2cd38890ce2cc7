"""Views of recorded games: the replay page, the report, pictures, and stepping at a terminal."""
