"""Reads of the money book."""
