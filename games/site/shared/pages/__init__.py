"""Code for the pages of all features: the current player, conditional requests, codes, tags."""
