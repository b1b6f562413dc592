"""The home page: start, join or continue a game, and watch one. `jobs` starts its demonstration."""
