"""The pages of a table: open one, and play at it."""
