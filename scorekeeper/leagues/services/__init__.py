"""Every write to an evening; one function is one thing a person can do."""
