"""Gives an account its first authenticator app, from the terminal."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.names import find_account
from games.clock import utc_now
from games.factors import authenticators, totp


class Command(BaseCommand):
    """`manage.py add_second_factor NAME`."""

    help = "Prints the key and recovery codes of a new authenticator app of an account."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name."""
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replace the app of the account. Raises CommandError."""
        account = find_account(options["name"])
        if account is None:
            raise CommandError(f"There is no account called {options['name']}.")
        authenticators.remove(account)
        secret = authenticators.begin(account)
        # The step before: the code that the app shows now still works for signing in.
        before = totp.step_at(utc_now().timestamp()) - 1
        codes = authenticators.confirm(account, totp.code_at(secret, before))
        assert codes is not None
        self.stdout.write(f"Key: {totp.shown_key(secret)}")
        self.stdout.write(totp.uri(secret, account.name, "Yacht"))
        self.stdout.write("Recovery codes: " + ", ".join(codes))
