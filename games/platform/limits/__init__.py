"""Limits: what one client may use, so that nobody slows others down."""
