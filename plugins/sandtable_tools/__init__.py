"""The tools that come with Sandtable; each folder is a plugin."""
