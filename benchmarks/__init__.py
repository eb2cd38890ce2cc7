"""Measures the core's speed against other frameworks: `python -m benchmarks` prints every row."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests" / "fixtures"))  # as in the tests, for `forging`
