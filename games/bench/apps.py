"""The development tools as a Django app: `manage.py` finds their commands."""

from django.apps import AppConfig


class BenchConfig(AppConfig):
    """An app without tables."""

    name = "games.bench"
