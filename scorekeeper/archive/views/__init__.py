"""Pages: a whole club as a file, and one tournament as a file."""
