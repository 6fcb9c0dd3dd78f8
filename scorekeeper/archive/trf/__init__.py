"""Reports in FIDE's format TRF16: written of a stage of two, and opened as a tournament."""
