"""Fill databases: the demo site, and rows to measure queries with."""
