"""Prints a link that invites new players to a site that needs an invitation."""

from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from games.platform.server.site_url import site_url
from games.site.shared.pages.invitations import LASTS_S, make_token


class Command(BaseCommand):
    """`manage.py invite`."""

    help = "Prints a link that invites new players (INVITE_ONLY, slow mode)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link."""
        self.stdout.write(site_url() + reverse("invited", args=[make_token()]))
        self.stdout.write(f"It works for {LASTS_S // 86_400} days.")
