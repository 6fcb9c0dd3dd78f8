"""Every write at a table; one function is one thing a person can do."""
