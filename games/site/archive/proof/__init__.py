"""Pages about fairness: the dice of all games, the public log, and "Was I unlucky?"."""
