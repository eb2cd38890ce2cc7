"""How fast the kernel is, compared with others: `python -m benchmarks` prints every row."""
