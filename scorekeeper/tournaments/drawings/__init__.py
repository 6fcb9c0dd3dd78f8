"""What a tournament has on paper that is drawn rather than listed, as files to print."""
