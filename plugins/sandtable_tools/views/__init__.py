"""Writing a game down for others: as a page to be watched in a browser, or as a picture."""
