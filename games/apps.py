"""The one Django app of the project."""

from django.apps import AppConfig
from django.conf import settings

from games import checks  # noqa: F401 - importing registers them
from games.solver import configure


class GamesConfig(AppConfig):
    """Everything about playing: rules, rooms, games, players."""

    name = "games"
    verbose_name = "Yacht"

    def ready(self) -> None:
        """Tell the solver, which knows nothing of Django, where its tables are."""
        configure(settings.SOLVER_DIR)
