"""How fast the core is, beside others: `python -m benchmarks` prints every row."""
