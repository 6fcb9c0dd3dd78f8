"""Rounds of tables whose points add up."""
