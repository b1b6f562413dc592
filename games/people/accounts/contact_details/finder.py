"""Decides whether a text has contact details.

Lines between strangers are held back if they have one, and names are refused. Measured on
committed lists of tricks and of honest lines (`tests/people/conduct/lines`).
"""

from typing import Literal

from games.people.accounts.contact_details.handles import has_handle, has_mail
from games.people.accounts.contact_details.hosts import has_host
from games.people.accounts.contact_details.numbers import has_number
from games.people.accounts.contact_details.reading import fold, put_together, spaced_words

Details = Literal["link", "mail", "phone"]


def find_details(text: str) -> Details | None:
    """Return what kind of contact details a text has, None if it has none.

    The time is bounded: about 1 ms for 200 characters.
    """
    folded = fold(text)
    if has_mail(folded):
        return "mail"
    if any(map(has_host, {folded, put_together(folded)})) or _ends_in_com(folded):
        return "link"
    if has_handle(folded):
        return "link"
    return "phone" if has_number(folded) else None


def _ends_in_com(folded: str) -> bool:
    """Whether letters apart end like a host: "e.v.i.l.c.o.m"."""
    words = spaced_words(folded)
    return any(word.isalnum() and len(word) > 5 and word.endswith(("com", "org")) for word in words)
