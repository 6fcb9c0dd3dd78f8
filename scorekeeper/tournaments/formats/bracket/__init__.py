"""Single and double elimination."""
