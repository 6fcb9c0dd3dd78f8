"""Measurements, never part of the suite and asserting nothing: `python -m tests.bench`. See docs/performance.md."""
