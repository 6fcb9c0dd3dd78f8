"""Writes: keep a file while it is looked at, take it over as a whole."""
