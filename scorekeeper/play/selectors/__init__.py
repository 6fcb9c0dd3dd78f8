"""Reads that shape the pages of a table."""
