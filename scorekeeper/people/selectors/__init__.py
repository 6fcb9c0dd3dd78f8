"""Reads of a club's book: the list, one person, and what a merge would move."""
