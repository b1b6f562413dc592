"""The leaderboards: pages of a board, and a player's place."""
