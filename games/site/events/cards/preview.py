"""The preview of a card: that it can be played, and its result once everybody may see it."""

from functools import partial

from django.urls import re_path
from django.utils.translation import gettext

from games.core.rules import UnknownVariant, Variant, find_variant
from games.people.accounts.avatars import avatar_of
from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.platform.language import in_percent, interpolate
from games.site.events.cards.access import find_card
from games.site.events.cards.models import Card
from games.site.events.cards.standings import Standing, read_standings
from games.site.shared.pages.url_converters import CODE
from games.site.shared.sharing.contents import (
    Challenge,
    DailyResults,
    Person,
    PictureRow,
    shown_name,
)
from games.site.shared.sharing.head import DOT, PICTURE, Found, Kind, Preview, preview
from games.site.shared.sharing.letters import is_drawable

MAX_ROWS = 3


def rules_of(card: Card) -> Variant | None:
    """Return the rules of a card; None if this release does not know them."""
    try:
        return find_variant(card.variant, **card.switches)
    except UnknownVariant:
        return None


def sender_name(sender: User | None) -> str:
    """Return the name of a card's sender; "" for one who is gone."""
    is_gone = sender is None or sender.name == DELETED_NAME
    return "" if sender is None or is_gone else sender.name


def made_words(name: str) -> str:
    """Return who made the card. `name`: "" for nobody who is shown."""
    if not name:
        return gettext("Somebody made a card.")
    return interpolate(gettext("%(name)s made a card."), {"name": name})


def dare() -> str:
    return gettext("Same dice: can you beat it?")


def of_card(card: Card, *, names_sender: bool = True) -> Preview:
    """Return the preview of a card's page, without any number before the reveal."""
    name = sender_name(card.sender) if names_sender else ""
    made = made_words(name)
    is_revealed = card.revealed_at is not None
    words = gettext("The dice are revealed") if is_revealed else dare()
    version = f"1{'p' if card.perfect else ''}" if is_revealed else "0"
    title = f"{made} {words}"
    return preview("card", card.code, version=version, alt=title, title=title)


def read_card(code: str) -> Found | None:
    """Return the picture of a card; before the reveal only that it can be played."""
    card = find_card(code, None)
    rules = None if card is None else rules_of(card)
    if card is None or rules is None:
        return None
    made = made_words(sender_name(card.sender))
    if not is_drawable(made):
        made = made_words("")
    eyebrow = f"{made}{DOT}{rules.name}"
    if card.revealed_at is None:
        note = gettext("Everybody gets the same dice. Only your choices count.")
        return Found(Challenge(eyebrow, dare(), note))
    first = read_standings(card, None, first=MAX_ROWS).lines
    standings = [each for each in first if each.place is not None]
    if not standings:
        return Found(DailyResults(eyebrow, gettext("The dice are revealed")), card.judged)
    best = gettext("Best score: %(points)s points") % {"points": standings[0].total}
    rows = tuple(_row(number, each) for number, each in enumerate(standings))
    return Found(DailyResults(eyebrow, best, rows), card.judged)


def _row(number: int, standing: Standing) -> PictureRow:
    note = "" if standing.percent is None else in_percent(standing.percent)
    avatar = None if standing.player is None else avatar_of(standing.player)
    person = Person(shown_name(standing.name, number + 1), avatar)
    return PictureRow(standing.place, person, str(standing.total), note)


PREVIEWS = (Kind("card", partial(re_path, rf"{PICTURE}/c/{CODE}\.png$"), read_card),)
