"""`manage.py encrypt_secrets`: encrypt all stored secrets of dice with the newest key."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.record.fairness.models import DiceSecret
from games.record.fairness.secrets import UnreadableSecret, encrypt_again, is_current, secret_of

CHUNK = 500


class Command(BaseCommand):
    """Run after a change of keys."""

    help = (
        "Encrypt the secrets of all games with the newest of DICE_KEYS. After that, the older keys"
        " can be removed. The site may run meanwhile."
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
        rows = DiceSecret.objects.order_by("pk").iterator(chunk_size=CHUNK)
        if options["check"]:
            self._check(sum(not _is_done(row) for row in rows))
            return
        done = unreadable = 0
        for row in rows:
            try:
                done += encrypt_again(row)
            except UnreadableSecret as error:
                unreadable += 1
                self.stdout.write(str(error))
        if unreadable:
            raise CommandError(f"{unreadable} secrets cannot be decrypted.")
        self.stdout.write(f"All secrets are encrypted with the newest key, {done} of them now.")

    def _check(self, waiting: int) -> None:
        if waiting:
            raise CommandError(f"{waiting} secrets are not encrypted with the newest key.")
        self.stdout.write("All secrets are encrypted with the newest key.")


def _is_done(row: DiceSecret) -> bool:
    try:
        secret_of(row)
    except UnreadableSecret:
        return False
    return is_current(row)
