"""`manage.py encrypt_secrets`: encrypt all that is stored encrypted with the newest key."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Model

from games.platform.encryption.columns import Column, encrypted_columns
from games.platform.encryption.keys import DecryptionError


class Command(BaseCommand):
    """Run after a change of keys."""

    help = (
        "Encrypt all secrets in the database with the newest of DICE_KEYS: those of dice, of"
        " authenticator apps, and the password of the mail server. After that, the older keys can"
        " be removed. The site may run meanwhile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare --check."""
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail if a secret needs it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Encrypt what needs it. Raises CommandError if a secret cannot be read, or with --check
        if one is plain or has an older key.
        """
        if options["check"]:
            self._check()
            return
        done = unreadable = 0
        for column in encrypted_columns():
            for row in column.rows():
                try:
                    done += column.field.renew(row)
                except DecryptionError as error:
                    unreadable += 1
                    self.stdout.write(f"{_name(column, row)}: {error}")
        if unreadable:
            raise CommandError(f"{unreadable} secrets cannot be decrypted.")
        self.stdout.write(f"All secrets are encrypted with the newest key, {done} of them now.")

    def _check(self) -> None:
        waiting = sum(
            not _is_done(column, row) for column in encrypted_columns() for row in column.rows()
        )
        if waiting:
            raise CommandError(f"{waiting} secrets are not encrypted with the newest key.")
        self.stdout.write("All secrets are encrypted with the newest key.")


def _is_done(column: Column, row: Model) -> bool:
    try:
        column.field.text_of(row)
    except DecryptionError:
        return False
    return column.field.is_current(row)


def _name(column: Column, row: Model) -> str:
    """Say where a secret is: the game's code, or the table and its row."""
    code = getattr(row, "code", None)
    return f"the secret of game {code}" if code else f"{column.model.__name__} {row.pk}"
