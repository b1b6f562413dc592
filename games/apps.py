"""The one Django app of the project."""

from django.apps import AppConfig

from games import checks  # noqa: F401 - importing registers them


class GamesConfig(AppConfig):
    """Everything about playing: rules, rooms, games, players."""

    name = "games"
    verbose_name = "Yacht"
