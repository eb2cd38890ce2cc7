"""The scenarios of Malta Run: the TOML files next to this one."""
