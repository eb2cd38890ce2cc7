"""The fuzzer of saves: `damage.damaged` makes them, `trial.examine` reads them in all ways."""
