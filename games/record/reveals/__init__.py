"""What ends of games reveal: entries in the public log, secrets of shared dice; their checks."""
