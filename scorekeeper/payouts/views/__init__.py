"""The pages of the money book."""
