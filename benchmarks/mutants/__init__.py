"""Mutation tests: small faults put into the code one at a time, and the tests that find them."""
