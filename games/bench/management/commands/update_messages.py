"""Collect the texts that are marked for translation, and update all catalogues."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.bench.messages import (
    DOMAINS,
    domain_catalogues,
    is_translated,
    languages,
    read_catalogue,
    update_language,
    write_pseudo_language,
)


class Command(BaseCommand):
    """`manage.py update_messages [--add fr] [--pseudo]`."""

    help = "Collect the texts that are marked for translation, and update and compile locale/."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("--add", metavar="LANGUAGE", help="add a language, such as fr or pt_BR")
        parser.add_argument(
            "--pseudo",
            action="store_true",
            help="only write the pseudo-language en-xa into DATA_DIR, for development",
        )

    def handle(self, **options: Any) -> None:
        """Write the catalogues; say how many texts lack a translation."""
        if options["pseudo"]:
            write_pseudo_language(Path(settings.DATA_DIR, "locale"))
            return
        added = [self._checked(options["add"])] if options["add"] else []
        wanted = domain_catalogues()
        for language in [*languages(), *added]:
            update_language(language, wanted)
            missing = sum(
                1
                for domain in DOMAINS
                for message in read_catalogue(language, domain)
                if message.id and not is_translated(message)
            )
            self.stdout.write(f"{language}: {missing} texts to translate")

    def _checked(self, language: str) -> str:
        try:
            Locale.parse(language)
        except (ValueError, UnknownLocaleError) as error:
            raise CommandError(f"{language} is not a language, such as fr or pt_BR") from error
        return language
