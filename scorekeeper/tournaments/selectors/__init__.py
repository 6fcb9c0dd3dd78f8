"""Reads that shape the pages of a tournament."""
