"""What is written: digests, ratings, and who wants none."""
