"""What all games share: values, records, texts and the shape of a game."""
