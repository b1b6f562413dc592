"""The development commands of `manage.py`, one a module."""
