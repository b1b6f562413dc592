"""Gives an account a role at the moderators' desk, or takes it away."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.people.accounts.models import User
from games.people.accounts.names import find_account
from games.site.account.desk import audit
from games.site.account.desk.access import ROLES
from games.site.account.factors.authenticators import has_factor


class Command(BaseCommand):
    """`manage.py make_staff NAME --role helper|moderator|none`."""

    help = "Gives an account a role at the moderators' desk, or takes it away."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name and the role."""
        parser.add_argument("name")
        parser.add_argument("--role", choices=[*ROLES, "none"], default="moderator")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set the role. Raises CommandError."""
        account = find_account(options["name"])
        if account is None:
            raise CommandError(f"There is no account called {options['name']}.")
        role = "" if options["role"] == "none" else options["role"]
        with transaction.atomic():
            User.objects.filter(pk=account.pk).update(desk_role=role)
            audit.note("role", None, player=account.pk, role=role)
        self.stdout.write(f"{account.name}: {options['role']}")
        if role:
            self._tell_of_second_factor(account)

    def _tell_of_second_factor(self, account: User) -> None:
        if has_factor(account):
            self.stdout.write("They have a second factor: ask them whether it is really theirs.")
        else:
            how = f"manage.py add_second_factor --link {account.name}"
            self.stdout.write(f"The desk opens with a second factor. A link for it: {how}")
