"""What is looked for in a club: its journal, its people, its evenings and tables."""
