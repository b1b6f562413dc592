"""Community: where to find other people and their tables. Public: nothing."""
