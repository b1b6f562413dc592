"""Who sits where, and what happens at a table now."""
