"""`manage.py start`: a whole site: prepare it, and serve it."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.assembly.startup import NEW_KEYS, NotStartable, prepared
from games.assembly.startup.container_files import add_write_files, files_written
from games.management.commands import serve
from games.platform.server.site_url import site_url
from games.site.account.operator import first_link


class Command(serve.Command):
    """Does what `prepare` does, and then what `serve` does. A container runs it."""

    help = "Prepare the site and serve it: tables, keys, static files, pages, sockets, worker."
    requires_system_checks: list[str] = []
    first_words = ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options of `serve`, --write-files and --new-keys."""
        super().add_arguments(parser)
        add_write_files(parser)
        parser.add_argument("--new-keys", action="store_true", help=NEW_KEYS)

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until told to stop. Raises CommandError with what to do."""
        try:
            with prepared(new_keys=options["new_keys"]) as done:
                self.first_words = first_words()
                for line in (*done, *files_written(options), self.what_to_copy()):
                    self.stdout.write(line)
                sys.stdout.flush()
                super().handle(*args, **options)
        except NotStartable as error:
            raise CommandError(str(error)) from error

    def announce(self, options: dict[str, Any], port: Any) -> None:
        """Print the address of the site, and of its first page while nobody works for it."""
        super().announce(options, port)
        if self.first_words:
            self.stdout.write(self.first_words.format(site=site_url()))
            sys.stdout.flush()

    def what_to_copy(self) -> str:
        """Return the line about what an operator must not lose."""
        backups = settings.BACKUP_DIR or "there are none without BACKUP_DIR"
        secret = Path(settings.DATA_DIR, "secret_key")
        is_stored = secret.exists() and secret.read_text() == settings.SECRET_KEY
        keys = (
            "DICE_KEYS of your settings"
            if settings.DICE_KEYS
            else f"dice_keys in {settings.DATA_DIR}",
            f"secret_key in {settings.DATA_DIR}" if is_stored else "SECRET_KEY of your settings",
        )
        return (
            f"Copy two things to two other places: the backups ({backups}), and the keys"
            f" ({' and '.join(keys)})."
        )


def first_words() -> str:
    """Return the line about setting up a site for which nobody works yet; "" if somebody does.
    {site} in it stands for the site's address, which needs a port that is known later.
    """
    if link := first_link.shared_link():
        return (
            f"Nobody works for this site yet. Set it up until {link.ends_at:%H:%M} UTC:"
            f" {{site}}{link.path} (or this path at the address where you reach the site)."
            " Later, `manage.py first_link` prints another link."
        )
    if first_link.has_staff():
        return ""
    return (
        "Somebody has opened the link to set this site up. `manage.py first_link` prints another,"
        " which ends theirs."
    )
