"""The standings of a card, for somebody who may see them: who has finished, and how well."""

from bisect import bisect_left
from collections.abc import Sequence
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


def read_standings(
    card: Card, viewer: User | None, contact: Contact = OPEN, *, with_evidence: bool = False
) -> list[Standing]:
    """Return the results of those whose games are over, best first. `contact`: whose names the
    viewer sees.
    """
    entries = _over(card)
    totals = _totals(entries)
    found = _evidence(entries) if with_evidence else {}
    perfect = card.perfect if card.revealed_at is not None else None
    placed = _placed(entries, totals)
    standings = []
    for number, entry in enumerate(_in_order(entries, totals), start=1):
        total = totals[entry.pk]
        name, player = _who(entry, number, contact)
        standings.append(
            Standing(
                entry,
                name,
                player,
                None if player is None else profile_path(player),
                total,
                _place(entry, total, placed),
                None if total is None else percent_of_perfect(total, perfect),
                viewer is not None and entry.player_id == viewer.pk,
                found.get(entry.game_id),
            )
        )
    return standings


def _over(card: Card) -> list[CardEntry]:
    entries = CardEntry.objects.filter(card=card).exclude(game__status=Game.Status.PLAYING)
    return list(entries.select_related("game", "player", "card"))


def _totals(entries: Sequence[CardEntry]) -> dict[int, int | None]:
    """Return the totals, also of games that are over and not stored yet."""
    fresh = totals_of([entry for entry in entries if not entry.over])
    return {entry.pk: fresh.get(entry.pk, entry.total) for entry in entries}


def _in_order(entries: list[CardEntry], totals: dict[int, int | None]) -> list[CardEntry]:
    """Best first. Those with one total share a place, in the order in which they began."""
    lowest = float("-inf")

    def key(entry: CardEntry) -> tuple[bool, float, int]:
        total = totals[entry.pk]
        return total is None, -(lowest if total is None else total), entry.pk

    return sorted(entries, key=key)


def _placed(entries: Sequence[CardEntry], totals: dict[int, int | None]) -> list[int]:
    """Return the totals that count for places, best first, each negative."""
    counted = (totals[entry.pk] for entry in entries if not entry.same_device)
    return sorted(-total for total in counted if total is not None)


def _place(entry: CardEntry, total: int | None, placed: list[int]) -> int | None:
    if total is None or entry.same_device:
        return None
    return 1 + bisect_left(placed, -total)


def _who(entry: CardEntry, number: int, contact: Contact) -> tuple[str, User | None]:
    player = entry.player
    if player is None or (not player.is_active and player.name == DELETED_NAME):
        return gettext(DELETED_NAME), None
    if not contact.names(player.pk):
        return gettext("Player %(number)s") % {"number": number}, None
    return contact.name_of(player.pk) or player.name, player


def _evidence(entries: Sequence[CardEntry]) -> dict[int, Evidence]:
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
