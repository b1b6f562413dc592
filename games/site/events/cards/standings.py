"""The standings of a card, for somebody who may see them: who has finished, and how well."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from games.people.accounts.facts import profile_path
from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.people.conduct.contact import OPEN, Contact
from games.record.log.models import Game
from games.site.events.cards.entries import totals_of
from games.site.events.cards.models import Card, CardEntry
from games.site.study.analysis.grades import percent_of_perfect
from games.site.study.foresight.counting import VERSION
from games.site.study.foresight.evidence import LOOK_AT, STRONG_AT, evidence
from games.site.study.foresight.models import SeatForesight

TILTS = ("tilt_1", "tilt_2", "tilt_3", "tilt_4")


class Evidence(NamedTuple):
    """How much speaks for it that somebody knew dice in advance, and what that means in words."""

    value: float
    words: str


class Standing(NamedTuple):
    """A player's result. `player`: None if the viewer may not know who it is. `place`: None without
    a result, and for further entries from one browser. `percent`: of perfect play, once known.
    """

    entry: CardEntry
    name: str
    player: User | None
    profile: str | None
    total: int | None
    place: int | None
    percent: float | None
    is_mine: bool
    evidence: Evidence | None = None


class Standings(NamedTuple):
    """The shown lines, best first, and how many there are in all."""

    lines: list[Standing]
    players: int


class _Result(NamedTuple):
    """A result before anybody asks whose it is: the columns of its entry."""

    entry: int
    player: int | None
    same_device: bool
    over: bool
    total: int | None


def read_standings(
    card: Card,
    viewer: User | None,
    contact: Contact = OPEN,
    *,
    first: int | None = None,
    chosen: int | None = None,
    with_evidence: bool = False,
) -> Standings:
    """Return the results of those whose games are over, best first. `contact`: whose names the
    viewer sees. `first`: only so many, besides the viewer's own and that of the entry `chosen`.
    """
    results = _in_order(_results(card))
    me = None if viewer is None else viewer.pk
    shown = {
        number: each
        for number, each in enumerate(results, start=1)
        if first is None or number <= first or each.entry == chosen or (me and each.player == me)
    }
    entries = CardEntry.objects.filter(pk__in=[each.entry for each in shown.values()])
    by_id = {entry.pk: entry for entry in entries.select_related("game", "player")}
    found = _evidence(by_id.values()) if with_evidence else {}
    perfect = card.perfect if card.revealed_at is not None else None
    places = places_of((each.entry, each.total, each.same_device) for each in results)
    lines = []
    for number, each in shown.items():
        entry, total = by_id[each.entry], each.total
        name, player = _who(entry, number, contact)
        lines.append(
            Standing(
                entry,
                name,
                player,
                None if player is None else profile_path(player),
                total,
                places.get(each.entry),
                None if total is None else percent_of_perfect(total, perfect),
                me is not None and each.player == me,
                found.get(entry.game_id),
            )
        )
    return Standings(lines, len(results))


def _results(card: Card) -> list[_Result]:
    """Return the results of games that are over, also of those that are not stored yet."""
    entries = CardEntry.objects.filter(card=card).exclude(game__status=Game.Status.PLAYING)
    columns = ("pk", "player", "same_device", "over", "total")
    results = [_Result(*row) for row in entries.values_list(*columns)]
    if all(each.over for each in results):
        return results
    fresh = totals_of(entries.filter(over=False).select_related("game", "card"))
    return [each._replace(total=fresh.get(each.entry, each.total)) for each in results]


def _in_order(results: list[_Result]) -> list[_Result]:
    """Best first, those without a result last. Of equal ones who began first."""
    return sorted(results, key=lambda each: (each.total is None, -(each.total or 0), each.entry))


def places_of(results: Iterable[tuple[int, int | None, bool]]) -> dict[int, int]:
    """Return the places from 1, by the entry's id; equal totals share one. `results`: of each entry
    its id, its total, and whether another one came from the same browser before. Without a total,
    or after another one, there is no place.
    """
    totals = {entry: total for entry, total, again in results if total is not None and not again}
    order = sorted(-total for total in totals.values())
    return {entry: 1 + bisect_left(order, -total) for entry, total in totals.items()}


def _who(entry: CardEntry, number: int, contact: Contact) -> tuple[str, User | None]:
    player = entry.player
    if player is None or (not player.is_active and player.name == DELETED_NAME):
        return gettext(DELETED_NAME), None
    if not contact.names(player.pk):
        return gettext("Player %(number)s") % {"number": number}, None
    return contact.name_of(player.pk) or player.name, player


def _evidence(entries: Collection[CardEntry]) -> dict[int, Evidence]:
    """Return the evidence of each game in which foresight was measured, by the game."""
    games = [entry.game_id for entry in entries]
    rows = SeatForesight.objects.filter(game__in=games, version=VERSION)
    return {game: _weighed(tilts) for game, *tilts in rows.values_list("game", *TILTS)}


def _weighed(tilts: Sequence[float]) -> Evidence:
    value = evidence(tilts)
    if value >= STRONG_AT:
        return Evidence(value, gettext("strong"))
    if value >= LOOK_AT:
        return Evidence(value, gettext("some"))
    return Evidence(value, gettext("none"))
