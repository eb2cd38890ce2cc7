"""Mutation tests: put small faults into the code, one at a time, and see which tests find them."""
