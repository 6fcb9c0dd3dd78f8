"""Every write to a tournament; one function is one thing a person can do."""
