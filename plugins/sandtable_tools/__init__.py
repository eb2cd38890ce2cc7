"""The tools that come with Sandtable, a plugin a folder."""
