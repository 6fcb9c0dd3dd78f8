"""Everybody of a group meets everybody of it."""
