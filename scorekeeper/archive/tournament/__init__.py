"""One tournament as a file: written, and opened in another club."""
