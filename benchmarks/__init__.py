"""The speed of the core compared with other frameworks: `python -m benchmarks` prints every row."""
