"""Rounds of matches against somebody who stands alike."""
