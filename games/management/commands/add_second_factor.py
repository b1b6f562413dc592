"""Gives an account a second factor from the terminal: an authenticator app, or a link."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from games.people.accounts.models import User
from games.people.accounts.names import find_account
from games.platform.clock import utc_now
from games.platform.server.site_url import site_url
from games.platform.site_settings.current import site_name
from games.site.account.factors import authenticators, links
from games.site.account.factors.changes import end_passes


class Command(BaseCommand):
    """`manage.py add_second_factor NAME [--link]`."""

    help = (
        "Prints the key and recovery codes of a new authenticator app of an account, or a link "
        "with which its owner sets up a second factor."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name, and the choice of a link."""
        parser.add_argument("name")
        parser.add_argument(
            "--link",
            action="store_true",
            help="print a link that works once, and change nothing now",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Replace the app of the account, or print a link. Raises CommandError."""
        account = find_account(options["name"])
        if account is None:
            raise CommandError(f"There is no account called {options['name']}.")
        if options["link"]:
            self._print_link(account)
        else:
            self._replace_app(account)

    def _print_link(self, account: User) -> None:
        token = links.make_token(account)
        self.stdout.write(site_url() + reverse("second-factor-link", args=[token]))
        self.stdout.write(f"It works once, for {links.LASTS_S // 3600} hours, for {account.name}.")

    def _replace_app(self, account: User) -> None:
        secret = authenticators.new_secret()
        # The step before: the code that the app shows now still works for signing in.
        before = authenticators.step_at(utc_now().timestamp()) - 1
        with transaction.atomic():
            codes = authenticators.set_app(account, secret, authenticators.code_at(secret, before))
            end_passes(account)
        assert codes is not None
        self.stdout.write(f"Key: {authenticators.shown_key(secret)}")
        self.stdout.write(authenticators.uri(secret, account.name, site_name()))
        self.stdout.write("Recovery codes: " + ", ".join(codes))
