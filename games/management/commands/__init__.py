"""The commands of `manage.py`, one per module."""
