"""Keep the file of a tournament while it is looked at, and open it."""
