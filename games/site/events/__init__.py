"""Games that many play: dailies, tournaments, puzzles."""
