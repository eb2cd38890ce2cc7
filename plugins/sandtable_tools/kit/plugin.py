"""The author's kit: conformance, scenario check, scaffolds, doctor."""
