"""Time the queries of pages."""
