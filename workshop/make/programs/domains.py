"""Write the list of top-level domains, which the contact filter knows.

It is IANA's, as the package hypothesis carries it (a tool for tests, often updated): nothing is
downloaded. Run it after an update of that package.
"""

from argparse import ArgumentParser, Namespace
from importlib.resources import files

from games.people.accounts.contact_details.hosts import FILE

TAKES = "A moment."
CHEAP = ()


def add_arguments(parser: ArgumentParser) -> None:
    """Declare no options."""


def run(options: Namespace) -> None:
    FILE.write_text(domains(), encoding="ascii")
    print(f"{FILE.name}: {FILE.read_text().count(chr(10)) - 1} top-level domains")


def domains() -> str:
    """Return the list as it is written: a line on its version, and a domain a line."""
    source = files("hypothesis").joinpath("vendor/tlds-alpha-by-domain.txt").read_text("ascii")
    version, *names = source.split("\n")
    return "\n".join([version, *(name.lower() for name in names)])
