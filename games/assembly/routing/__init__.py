"""Which socket and which command leads where."""
