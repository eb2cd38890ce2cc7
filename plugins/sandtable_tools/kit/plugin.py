"""The author's kit: conformance, scenario check, templates, doctor."""
