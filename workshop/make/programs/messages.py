"""Collect the texts that are marked for translation, and update locale/.

Also compiles the catalogues.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from babel import Locale, UnknownLocaleError
from django.conf import settings

from workshop.make.messages import (
    is_translated,
    languages,
    marked_texts,
    read_catalogue,
    update_language,
    write_pseudo_language,
)

TAKES = "Seconds."
CHEAP = ()


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--add", metavar="LANGUAGE", help="add a language, such as fr or pt_BR")
    parser.add_argument(
        "--pseudo",
        action="store_true",
        help="only write the pseudo-language en-xa into DATA_DIR, for development",
    )


def run(options: Namespace) -> None:
    """Write the catalogues; say how many texts lack a translation."""
    if options.pseudo:
        write_pseudo_language(Path(settings.DATA_DIR, "locale"))
        return
    added = [_checked(options.add)] if options.add else []
    wanted = marked_texts()
    for language in [*languages(), *added]:
        update_language(language, wanted)
        missing = sum(
            1 for message in read_catalogue(language) if message.id and not is_translated(message)
        )
        print(f"{language}: {missing} texts to translate")


def _checked(language: str) -> str:
    try:
        Locale.parse(language)
    except (ValueError, UnknownLocaleError) as error:
        raise SystemExit(f"{language} is not a language, such as fr or pt_BR") from error
    return language
