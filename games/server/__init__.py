"""The web server behind `manage.py serve`: Daphne with limits, a drain and start and stop hooks."""
