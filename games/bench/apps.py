"""The development tools as a Django app, so that `manage.py` finds their commands."""

from django.apps import AppConfig


class BenchConfig(AppConfig):
    """Load tests, chaos, simulations, demo data and measuring commands. No tables."""

    name = "games.bench"
