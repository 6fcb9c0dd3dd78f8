"""Reads that shape the pages of an evening."""
