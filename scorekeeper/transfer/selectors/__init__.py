"""What a file that was sent would bring, held against the club's book. Reads only."""
