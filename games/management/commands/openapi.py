"""`manage.py openapi [--check]`: write docs/openapi.json."""

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.api.openapi import document


class Command(BaseCommand):
    """Writes the OpenAPI document, or checks that the stored one is current."""

    help = "Write docs/openapi.json from the types of the HTTP API."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare --check."""
        parser.add_argument(
            "--check",
            action="store_true",
            help="fail if the stored file is outdated; write nothing",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file. With --check, raise CommandError if it is outdated."""
        path = settings.BASE_DIR / "docs" / "openapi.json"
        text = json.dumps(document(), indent=2) + "\n"
        if not options["check"]:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            raise CommandError("docs/openapi.json is outdated: run manage.py openapi.")
