"""Perfect play: what every position is worth, and what to do in it."""
