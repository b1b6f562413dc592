"""Access to the database: threads for async code, fast statements, and random codes."""
