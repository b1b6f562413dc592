"""What is true for good: logs of games, dice, ratings, computed rules."""
