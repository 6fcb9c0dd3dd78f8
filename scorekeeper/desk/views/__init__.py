"""The pages of a club's desk."""
