"""`manage.py protocol_schema [--check]`: write docs/protocol.schema.json."""

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.protocol.schema import schema


class Command(BaseCommand):
    """Writes the JSON Schema of the room sockets, or says whether the written one is current."""

    help = "Write docs/protocol.schema.json from the types of the protocol."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare --check."""
        parser.add_argument("--check", action="store_true", help="write nothing, fail if outdated")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, or raise CommandError if --check finds it outdated."""
        path = settings.BASE_DIR / "docs" / "protocol.schema.json"
        text = json.dumps(schema(), indent=2) + "\n"
        if not options["check"]:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            raise CommandError("docs/protocol.schema.json is outdated: run protocol_schema.")
