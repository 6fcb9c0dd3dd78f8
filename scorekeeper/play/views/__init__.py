"""The pages of a table."""
