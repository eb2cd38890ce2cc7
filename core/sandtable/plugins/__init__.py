"""The plugins of this installation: known without an import, and loaded behind a guard."""
