"""Fair dice: secrets, commitments and their public log, shared dice, and counts of all dice."""
