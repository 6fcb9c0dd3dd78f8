"""The pages of taking files over."""
