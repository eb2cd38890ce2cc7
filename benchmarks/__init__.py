"""The speed of the kernel compared with other frameworks: `python -m benchmarks` prints every row."""
