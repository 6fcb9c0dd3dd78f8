"""What closed sheets say of a person and of a club."""
