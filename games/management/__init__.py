"""Django's place for this app's commands."""
