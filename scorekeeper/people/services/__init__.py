"""Writes to a club's book that need to know what has been played."""
