"""What people fill in at a table, turned into the plain values that services take."""
