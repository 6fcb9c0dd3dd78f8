"""The JSON door to tournaments; the services behind it are those of their pages."""
