"""Prints a link that makes one person the operator of an empty site."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.platform.server.site_url import site_url
from games.site.account.operator import first_link


class Command(BaseCommand):
    """`manage.py first_link`."""

    help = "Prints a link with which the first person who works for the site sets it up."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it. Raises CommandError if somebody works for the site already."""
        link = first_link.new_link()
        if link is None:
            raise CommandError("Somebody works for this site already: see `manage.py make_staff`.")
        self.stdout.write(site_url() + link.path)
        self.stdout.write(
            "It works once, for one hour; an earlier link has ended. If you reach the site at"
            " another address, open this path there."
        )
