"""What people fill in about evenings and team leagues."""
