"""Every write to the money book."""
