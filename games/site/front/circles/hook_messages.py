"""What is posted of a circle's news: the facts, a sentence in the circle's language, and the form
that the receiver understands. docs/webhooks.md has an example of each.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

from games.core.rules import UnknownVariant, find_variant
from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME, translated_name
from games.people.circles.models import Circle
from games.platform.language import interpolate, listed
from games.platform.language.formats import day_text
from games.platform.server.site_url import site_url
from games.site.events.cards.models import Card, CardEntry
from games.site.events.cards.standings import places_of
from games.site.front.circles.models import CircleEvening, CircleHook, CircleMessage
from games.tables.rooms.models import Room

MAX_PEOPLE = 20
"""The most results that a message has: the first ones."""
MAX_TEXT = 1900
"""Discord takes 2000 characters."""
Body = dict[str, Any]


def kind_of(message: CircleMessage) -> str:
    """Return the type of a message, such as "card.opened"."""
    return message.subject.partition(":")[0]


def message_body(hook: CircleHook, message: CircleMessage) -> bytes | None:
    """Return what is posted; None if there is nothing to tell any more."""
    kind, _, row = message.subject.partition(":")
    circle = hook.circle
    with override(circle.language):
        facts = READERS[kind](circle, row)
        if facts is None:
            return None
        text = f"{circle.name}: {facts.pop('text')}"[:MAX_TEXT]
        link = site_url() + facts.pop("path")
    if hook.form == CircleHook.Form.DISCORD:
        body = _discord(text, link)
    elif hook.form == CircleHook.Form.SLACK:
        body = _slack(text, link)
    else:
        body = {
            "type": kind,
            "id": str(message.pk),
            "at": _time(message.created_at),
            "circle": circle.name,
            "text": text,
            "link": link,
            **facts,
        }
    return msgspec.json.encode(body)


def _discord(text: str, link: str) -> Body:
    """Return a message for Discord. Names are plain text there, and ping nobody."""
    return {
        "content": f"{_plain(text)}\n<{link}>",
        "allowed_mentions": {"parse": []},
        "flags": 4,  # no preview of the link: it would show the page to everybody
    }


def _plain(text: str) -> str:
    """Return a text without Discord's marks."""
    marked = "".join(f"\\{each}" if each in "\\*_~`|>#[]()<:-" else each for each in text)
    # A zero-width space, so that it looks the same.
    return marked.replace("@", "@\u200b")


def _slack(text: str, link: str) -> Body:
    """Return a message for Slack, where < > and & are marks."""
    return {
        "text": f"{_escaped(text)}\n<{_escaped(link)}>",
        "link_names": 0,
        "unfurl_links": False,
        "unfurl_media": False,
    }


def _escaped(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for mark in "*_~`":
        escaped = escaped.replace(mark, f"\u200b{mark}")
    return escaped


# --- What has happened ----------------------------------------------------------------------


def _test(circle: Circle, row: str) -> Body | None:
    text = gettext("A test. News of this circle come here.")
    return {"text": text, "path": reverse("circle", args=[circle.code])}


def _table_opened(circle: Circle, row: str) -> Body | None:
    room = Room.objects.select_related("host").filter(pk=row, circle=circle, ended=False).first()
    if room is None:
        return None
    name, rules = _name_of(room.host), _rules(room.variant, room.switches)
    words = gettext("%(name)s opened a table: %(rules)s.")
    return {
        "text": interpolate(words, {"name": name or gettext("Somebody"), "rules": rules}),
        "path": reverse("room", args=[room.code]),
        "host": name,
        "rules": rules,
    }


def _card(circle: Circle, row: str) -> Card | None:
    return Card.objects.select_related("sender").filter(pk=row, circle=circle).first()


def _about(card: Card) -> Body:
    return {
        "path": reverse("card", args=[card.code]),
        "card": card.code,
        "rules": _rules(card.variant, card.switches),
    }


def _card_opened(circle: Circle, row: str) -> Body | None:
    card = _card(circle, row)
    if card is None or card.ended_at is not None:
        return None
    facts, name = _about(card), _name_of(card.sender)
    words = gettext("%(name)s made a card: %(rules)s. Same dice for everybody.")
    if card.week is not None:
        words = gettext("The card of the week: %(rules)s. Same dice for everybody.")
    values = {"name": name or gettext("Somebody"), "rules": facts["rules"]}
    return {
        **facts,
        "text": interpolate(words, values),
        "sender": name,
        "weekly": card.week is not None,
        "closes_at": _time(card.closes_at),
    }


def _card_played(circle: Circle, row: str) -> Body | None:
    """Return that somebody has played. Others still play: there is no number."""
    entries = CardEntry.objects.select_related("player", "card__sender")
    entry = entries.filter(pk=row, card__circle=circle).first()
    if entry is None:
        return None
    facts, name = _about(entry.card), _name_of(entry.player)
    words = gettext("%(name)s played the card: %(rules)s.")
    values = {"name": name or gettext("Somebody"), "rules": facts["rules"]}
    played = entry.card.entries.filter(over=True).count()
    return {**facts, "text": interpolate(words, values), "player": name, "played": played}


def _card_closed(circle: Circle, row: str) -> Body | None:
    card = _card(circle, row)
    if card is None or card.revealed_at is None:
        return None
    facts = _about(card)
    entries = list(card.entries.select_related("player").filter(total__isnull=False).order_by("pk"))
    entries.sort(key=lambda entry: -(entry.total or 0))
    places = places_of((entry.pk, entry.total, entry.same_device) for entry in entries)
    results = [
        {"place": places.get(entry.pk), "name": _name_of(entry.player), "total": entry.total}
        for entry in entries[:MAX_PEOPLE]
    ]
    first = [entry for entry in entries if places.get(entry.pk) == 1]
    if not first:
        text = gettext("A card is closed: %(rules)s. Nobody finished it.")
        return {**facts, "text": interpolate(text, facts), "results": results}
    total = first[0].total or 0
    words = ngettext(
        "A card is closed: %(rules)s. %(names)s won with %(count)s point.",
        "A card is closed: %(rules)s. %(names)s won with %(count)s points.",
        total,
    )
    names = _names(_name_of(entry.player) for entry in first)
    values = {"rules": facts["rules"], "names": names, "count": total}
    return {**facts, "text": interpolate(words, values), "results": results}


def _evening_ended(circle: Circle, row: str) -> Body | None:
    evening = CircleEvening.objects.filter(pk=row, circle=circle).first()
    if evening is None:
        return None
    places = evening.places.select_related("player").order_by("-wins", "-points", "pk")
    people = [
        {
            "name": _shown(each.player, each.name),
            "games": each.games,
            "wins": each.wins,
            "points": each.points,
        }
        for each in places[:MAX_PEOPLE]
    ]
    words = ngettext(
        "The evening of %(day)s: %(count)s game. %(results)s",
        "The evening of %(day)s: %(count)s games. %(results)s",
        evening.games,
    )
    values = {
        "day": day_text(evening.night, "DATE_FORMAT"),
        "count": evening.games,
        "results": " ".join(_won(each) for each in people),
    }
    return {
        "text": interpolate(words, values),
        "path": reverse("circle", args=[circle.code]),
        "night": evening.night.isoformat(),
        "games": evening.games,
        "people": people,
    }


def _won(place: Mapping[str, Any]) -> str:
    words = ngettext("%(name)s won %(count)s time.", "%(name)s won %(count)s times.", place["wins"])
    return interpolate(
        words, {"name": place["name"] or gettext("Somebody"), "count": place["wins"]}
    )


READERS: dict[str, Callable[[Circle, str], Body | None]] = {
    "test": _test,
    "table.opened": _table_opened,
    "card.opened": _card_opened,
    "card.played": _card_played,
    "card.closed": _card_closed,
    "evening.ended": _evening_ended,
}
"""Who reads what a message tells, by its type: from the circle and the id of the row. `text` and
`path` are in each answer.
"""


def _rules(variant: str, switches: Mapping[str, str]) -> str:
    try:
        return str(find_variant(variant, **switches).name)
    except UnknownVariant:
        return variant


def _name_of(player: User | None) -> str | None:
    return None if player is None else _shown(player, player.name)


def _shown(player: User | None, name: str) -> str | None:
    """Return a name that may leave this site; None for a child with a family lock, and for somebody
    who is gone.
    """
    is_gone = player is not None and (player.locked or not player.is_active)
    return None if is_gone or name == DELETED_NAME else translated_name(name)


def _names(names: Iterable[str | None]) -> str:
    return listed([name or gettext("Somebody") for name in names])


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
