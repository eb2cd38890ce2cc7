"""The scenarios of Malta Run: the TOML files beside this one."""
