"""`manage.py verify_fair_log [FILE ...]`: verify the public log of commitments."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.record.reveals.public_log_verifying import (
    Verification,
    extension_problems,
    game_problems,
    saved_entries,
    seeded_problems,
    stored_entries,
)
from games.site.events.cards.seeds import seeded_groups


def head(text: str) -> tuple[int, str]:
    """Return the index and hash of `INDEX:HASH`. Raises ArgumentTypeError."""
    found = re.fullmatch(r"([1-9][0-9]*):([0-9a-f]{64})", text)
    if found is None:
        raise ArgumentTypeError(f"{text!r} is not INDEX:HASH")
    return int(found[1]), found[2]


class Command(BaseCommand):
    """Computes every hash again, and compares the log with the games."""

    help = (
        "Verify the public log: its chain, its secrets, and the logs of the games. With files"
        " (downloaded parts, in order): verify those, and that the site's log extends them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the files and heads."""
        parser.add_argument("files", nargs="*", metavar="FILE", type=Path)
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            type=head,
            metavar="INDEX:HASH",
            help="an entry that the log must contain; may be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each problem. Raises CommandError if there are any, or a file cannot be read."""
        files = options["files"]
        verification = Verification(options["head"])
        try:
            verification.run(saved_entries(files) if files else stored_entries())
        except (OSError, ValueError, TypeError) as error:
            raise CommandError(str(error)) from error
        newest = verification.check.head
        more = extension_problems(newest) if files else self._problems_of_games()
        problems = [*verification.problems, *more]
        for problem in problems:
            self.stdout.write(problem)
        if problems:
            raise CommandError(f"The public log has {len(problems)} problems.")
        self.stdout.write(
            f"{newest.index} entries verified, {len(verification.check.open)} commitments are open."
        )
        self.stdout.write(f"The head is {newest.index}:{newest.hash}")

    def _problems_of_games(self) -> list[str]:
        return [*game_problems(), *seeded_problems(seeded_groups())]
