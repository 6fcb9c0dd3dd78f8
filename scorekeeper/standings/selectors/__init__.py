"""Reads of a season: what each has (holding), the table (table), why somebody stands there (why), days and rounds."""
