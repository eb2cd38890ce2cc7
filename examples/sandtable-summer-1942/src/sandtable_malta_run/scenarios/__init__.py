"""Malta Run's scenarios: the TOML files in this folder."""
