"""The plugins of this installation, listed without importing them and loaded behind a guard."""
