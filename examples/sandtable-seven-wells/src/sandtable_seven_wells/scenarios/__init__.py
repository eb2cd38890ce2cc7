"""The scenarios of Seven Wells."""
