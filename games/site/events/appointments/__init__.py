"""Tables and arenas with a date, for a circle or by link."""
