"""`manage.py generate [--check]`: write the files that derive from others."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.core.protocol.reference import rewrite_examples, rewrite_reference, schema
from games.site.front.api.openapi import document
from games.site.front.screen.tokens import plain_tokens


class Command(BaseCommand):
    """Writes schemas, examples and lists of frames in docs/, and the tokens of screens; or checks
    that they are current.
    """

    help = "Write the schemas, examples and lists of frames in docs/, and the tokens of screens."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare --check."""
        parser.add_argument("--check", action="store_true", help="write nothing, fail if outdated")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files. Raises CommandError for a wrong example, and if --check fails."""
        docs = settings.BASE_DIR / "docs"
        try:
            texts = generated(docs) | tokens(settings.BASE_DIR / "static/css")
        except ValueError as error:
            raise CommandError(str(error)) from error
        for path, text in texts.items():
            if not options["check"]:
                path.write_text(text)
            elif not path.exists() or path.read_text() != text:
                name = path.relative_to(settings.BASE_DIR)
                raise CommandError(f"{name} is outdated: run script/generate.")


def generated(docs: Path) -> dict[Path, str]:
    """Return the text of each file. Raises ValueError for a wrong example or a missing list."""
    examples, reference = docs / "protocol.examples.json", docs / "protocol.md"
    return {
        docs / "openapi.json": json.dumps(document(), indent=2) + "\n",
        docs / "protocol.schema.json": json.dumps(schema(), indent=2) + "\n",
        examples: rewrite_examples(examples.read_text()),
        reference: rewrite_reference(reference.read_text()),
    }


def tokens(css: Path) -> dict[Path, str]:
    """Return the text of the tokens for old browsers."""
    return {css / "screen-tokens.css": plain_tokens((css / "tokens.css").read_text())}
