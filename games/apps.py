"""The one Django app of the project."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Everything about playing: rules, rooms, games, players."""

    name = "games"
    verbose_name = "Yacht"
