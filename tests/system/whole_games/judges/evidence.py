"""What judges look at: the database of a run, and the journal of its people."""

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from games.models import FairLogEntry, Game, GameEvent, Scorecard
from tests.system.whole_games.journal import Journal

Json = dict[str, Any]


class Line(NamedTuple):
    """An event as it is stored. text: its data as it is stored, without names."""

    seq: int
    type: str
    seat: int | None
    at: int
    text: str
    data: Json
    by: str
    hash: str


class Played(NamedTuple):
    """A game of the run with its log and its cards."""

    game: Game
    log: list[Line]
    cards: list[Scorecard]

    @property
    def code(self) -> str:
        return self.game.code

    @property
    def start(self) -> Json:
        """What the first event says."""
        return self.log[0].data

    @property
    def end(self) -> Line:
        """The last event."""
        return self.log[-1]

    @property
    def is_finished(self) -> bool:
        return self.end.type == "game.finished"

    def of(self, type_: str) -> list[Line]:
        return [line for line in self.log if line.type == type_]


class Evidence:
    """Read once, when it is asked for. Nothing of it changes the database."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    @cached_property
    def played(self) -> list[Played]:
        """All games, also those that were cancelled or aborted."""
        logs: dict[int, list[Line]] = {}
        columns = ("game_id", "seq", "type", "seat", "at", "data", "by", "hash")
        for key, seq, type_, seat, at, text, by, hash_ in (
            GameEvent.objects.order_by("game_id", "seq").values_list(*columns).iterator(5000)
        ):
            line = Line(seq, type_, seat, at, text, json.loads(text), by, hash_)
            logs.setdefault(key, []).append(line)
        cards: dict[int, list[Scorecard]] = {}
        for card in Scorecard.objects.order_by("game_id", "seat"):
            cards.setdefault(card.game_id, []).append(card)
        games = Game.objects.select_related("room").order_by("pk")
        return [Played(game, logs[game.pk], cards.get(game.pk, [])) for game in games]

    @cached_property
    def by_code(self) -> dict[str, Played]:
        return {played.code: played for played in self.played}

    @cached_property
    def finished(self) -> list[Played]:
        return [played for played in self.played if played.is_finished]

    @cached_property
    def public_log(self) -> list[FairLogEntry]:
        return list(FairLogEntry.objects.order_by("index"))

    def ends_of(self, code: str) -> list[FairLogEntry]:
        """Return how a commitment ended in the public log."""
        return [entry for entry in self.public_log if entry.code == code and entry.is_end]

    def secret_of(self, played: Played) -> bytes:
        """Return the secret that was revealed for a game, in its log or for its group."""
        told: str = played.end.data.get("secret", "")
        if not told:
            told = self.ends_of(played.start["share"])[0].value
        return bytes.fromhex(told)


Complaints = Iterator[str]
Verdict = Callable[[Evidence], Complaints]
Damage = Callable[[Evidence], object]


class Judge(NamedTuple):
    """Says what is wrong with a run. damages: ways to break the database or the journal, each of
    which must make it complain.
    """

    verdict: Verdict
    damages: dict[str, Damage]
