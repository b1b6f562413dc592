"""Makes accounts from a list of people, and prints a link for each of them."""

import codecs
import os
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from games.people.accounts.site_rules import allows_passwords
from games.platform.server.site_url import site_url
from games.site.account.membership.invited_people import (
    LASTS_DAYS,
    ListRefused,
    Made,
    decode,
    make_accounts,
)


class Command(BaseCommand):
    """`manage.py invite_people FILE [--cards FILE] [--language CODE] [--encoding NAME]`."""

    help = "Makes an account for each line of a CSV file, and prints a link for its owner."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the list, and the file of cards."""
        parser.add_argument("list", type=Path, help="CSV: name, and perhaps email")
        parser.add_argument("--encoding", default="utf-8", type=_encoding, help="of the list")
        parser.add_argument("--cards", type=Path, help="write a page of cards with QR codes here")
        parser.add_argument(
            "--language", default="en", choices=[code for code, _ in settings.LANGUAGES]
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the accounts, all or none. Raises CommandError."""
        cards: Path | None = options["cards"]
        if not allows_passwords():
            raise CommandError("People sign in elsewhere here (ONLY_SSO); they need no link.")
        if cards is not None and cards.exists():
            raise CommandError(f"{cards} exists. Choose another file for the cards.")
        if cards is not None and not os.access(cards.parent, os.W_OK):
            raise CommandError(f"{cards} cannot be written. Choose another folder for the cards.")
        try:
            made = make_accounts(decode(options["list"].read_bytes(), options["encoding"]))
        except OSError as error:
            raise CommandError(f"{options['list']} cannot be read: {error}") from error
        except ListRefused as refused:
            for problem in refused.problems:
                self.stderr.write(problem)
            raise CommandError("Nothing was made. Change these lines, and try again.") from refused
        self._print(made)
        if cards is not None:
            _write(cards, _page(made, options["language"]))
            self.stdout.write(f"{cards} has the cards. Anyone who has a link has the account.")

    def _print(self, made: list[Made]) -> None:
        for each in made:
            link = "has signed in already" if each.token is None else _link(each.token)
            self.stdout.write(f"{each.account.name}\t{link}")
        if not settings.SITE_URL:
            self.stderr.write(f"The links lead to {site_url()}. If that is wrong, set SITE_URL.")
        self.stdout.write(f"Each link works once, for {LASTS_DAYS} days.")


def _encoding(name: str) -> str:
    """Return the name of an encoding. Raises ArgumentTypeError."""
    try:
        return codecs.lookup(name).name
    except LookupError as error:
        raise ArgumentTypeError(f"there is no encoding {name}") from error


def _link(token: str) -> str:
    return site_url() + reverse("welcome", args=[token])


def _page(made: list[Made], language: str) -> str:
    """Return the page of cards, for those who have not signed in."""
    links = [(each.account.name, _link(each.token)) for each in made if each.token is not None]
    shown = [
        {"name": name, "link": link, "qr": segno.make(link, error="m").svg_data_uri(border=2)}
        for name, link in links
    ]
    with override(language):
        return render_to_string("membership/cards.html", {"cards": shown, "language": language})


def _write(path: Path, text: str) -> None:
    """Write a new file that only we can read."""
    with os.fdopen(
        os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
