"""Who sits with whom: pure functions of plain values, for club evenings and whatever else draws tables."""
