"""Finnish."""
