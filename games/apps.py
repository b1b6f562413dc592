"""The one Django app of the project."""

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext

from games.assembly import (
    checks,  # noqa: F401 - importing registers them
    features,  # noqa: F401 - importing registers them
)
from games.core.rules import configure_names
from games.core.solver import configure
from games.platform import parts


class GamesConfig(AppConfig):
    """Rules, rooms, games and players."""

    name = "games"
    verbose_name = "Yacht"

    def ready(self) -> None:
        """Configure the packages that know no Django, load what staff see of all tables, and lift
        database timeouts for migrations.
        """
        from games.platform.admin import site  # noqa: F401, PLC0415 - sets up the admin site
        from games.platform.database.threads import lift_timeouts, restore_timeouts  # noqa: PLC0415 - needs models

        # Importing them registers them; they need models.
        from games.site.account.legal import checks as legal_checks  # noqa: F401, PLC0415
        from games.site.account.providers import checks as provider_checks  # noqa: F401, PLC0415

        list(parts.modules("admin"))
        configure(settings.SOLVER_DIR, settings.SOLVER_TABLES)
        configure_names(settings.VARIANT_NAMES, gettext)
        pre_migrate.connect(lift_timeouts, sender=self)
        post_migrate.connect(restore_timeouts, sender=self)
