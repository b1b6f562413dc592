"""Puts everything together: lists of what the features bring, processes, the admin."""
