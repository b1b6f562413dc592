"""Create the key with which the site sends notifications to browsers."""

from typing import Any

from django.core.management.base import BaseCommand

from games.site.account.notifications.web_push import new_key


class Command(BaseCommand):
    """Print a line for the environment."""

    help = "Prints a new VAPID_KEY, which turns on notifications by push services."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it."""
        self.stdout.write(f"VAPID_KEY={new_key()}")
