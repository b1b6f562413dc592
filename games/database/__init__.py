"""Access to the database: threads for async code, statements that must be fast, codes of rows."""
