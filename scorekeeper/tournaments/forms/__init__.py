"""What people fill in about tournaments."""
