"""What the ends of games reveal: their entries in the public log, groups that share dice, checks."""
