"""What the pages of all features use: the player who asks, conditional requests, codes, tags."""
