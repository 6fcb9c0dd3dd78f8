"""How a stage can be played: each folder is a format, found by its `format` module."""
