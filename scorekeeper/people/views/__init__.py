"""The pages of the people in a club's book."""
