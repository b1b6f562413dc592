"""Collect the texts that are marked for translation, and update locale/.

Also compiles the catalogues, and says what is left to do in each language.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from babel import Locale, UnknownLocaleError
from django.conf import settings

from workshop.make.messages import (
    coverage,
    faults_in,
    key_of,
    languages,
    marked_texts,
    set_reviewed,
    unreviewed_texts,
    update_language,
    write_compiled,
    write_pseudo_language,
)

TAKES = "Seconds."
CHEAP = ()


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--add", metavar="LANGUAGE", help="add a language, such as fr or pt_BR")
    parser.add_argument(
        "--unreviewed", metavar="LANGUAGE", help="list what a second reader has to see"
    )
    parser.add_argument(
        "--draft", metavar="LANGUAGE", help="show unreviewed texts on this machine, to read them"
    )
    parser.add_argument(
        "--reviewed", metavar="LANGUAGE", help="note that a second reader has seen all its texts"
    )
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
    if options.unreviewed:
        _list(options.unreviewed)
        return
    added = [_checked(options.add)] if options.add else []
    wanted = marked_texts()
    for language in [*languages(), *added]:
        update_language(language, wanted)
        if language == options.reviewed:
            set_reviewed(language)
        write_compiled(language, draft=language == options.draft)
        print(f"{language:5} {coverage(language, wanted)}")
        for text, fault in faults_in(language):
            print(f"      WRONG {text!r}: {fault}")


def _list(language: str) -> None:
    for message in unreviewed_texts(language):
        print(f"{message.locations[0][0]}\n  {key_of(message)[1][0]}\n  {message.string}\n")


def _checked(language: str) -> str:
    try:
        Locale.parse(language)
    except (ValueError, UnknownLocaleError) as error:
        raise SystemExit(f"{language} is not a language, such as fr or pt_BR") from error
    return language
