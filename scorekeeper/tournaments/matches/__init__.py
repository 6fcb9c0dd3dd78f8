"""What formats of matches have in common that give points: outcomes, points, standings, reasons."""
