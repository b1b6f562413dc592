"""`manage.py protocol_schema [--check]`: write the protocol's schema, and its examples."""

import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.protocol.examples import rewrite_examples
from games.protocol.schema import schema


class Command(BaseCommand):
    """Writes the schema and examples of the protocol in docs/, or checks that they are current."""

    help = (
        "Write docs/protocol.schema.json from the types of the protocol, and check and format"
        " docs/protocol.examples.json."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare --check."""
        parser.add_argument("--check", action="store_true", help="write nothing, fail if outdated")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write both files. Raises CommandError for a wrong example, and if --check fails."""
        docs = settings.BASE_DIR / "docs"
        examples = docs / "protocol.examples.json"
        try:
            texts = {
                docs / "protocol.schema.json": json.dumps(schema(), indent=2) + "\n",
                examples: rewrite_examples(examples.read_text()),
            }
        except ValueError as error:
            raise CommandError(str(error)) from error
        for path, text in texts.items():
            if not options["check"]:
                path.write_text(text)
            elif not path.exists() or path.read_text() != text:
                raise CommandError(f"docs/{path.name} is outdated: run manage.py protocol_schema.")
