"""A knock-out at several tables, which are broken and balanced as people go out."""
