"""The proof of the dice for programs: the public log of commitments."""
