"""The people of a room: what they share, and what they saw."""

from tests.support.oracles.changed_view import changed_view
from workshop.lab.crowd import frames
from workshop.lab.crowd.frames import Json
from workshop.lab.crowd.person import CrowdSession, Person
from workshop.lab.loadtest.client import Command
from workshop.lab.loadtest.messages import Delta, Player, TableSpec, Update
from workshop.lab.loadtest.table import Table, seen_event

MOVES = ("roll", "score")


def address_of(number: int) -> str:
    """Return an address on this machine for each person: limits count addresses, and one address
    has ports for 28,000 connections only.
    """
    return f"127.{1 + number // 62_500}.{number // 250 % 250 + 1}.{number % 250 + 1}"


class CrowdTable(Table):
    """A room. `part`: up to which part of a game its people play fast at first.

    watchers: those of the spec's people who have no seat. first: the number of its first person.
    """

    decoder = frames.decoder

    def __init__(
        self,
        session: CrowdSession,
        spec: TableSpec,
        urls: list[str],
        *,
        first: int,
        watchers: int,
        part: float,
    ) -> None:
        self._crowd = session
        self._number = first
        self._is_rounds = spec.mode == "rounds"
        self._seated = {player.id for player in spec.players[: len(spec.players) - watchers]}
        self._part = part
        self.plays_fast = True
        self._change: tuple[Json, Delta, Json] | None = None
        self._over = ""
        self.people: list[Person] = []
        super().__init__(session, spec, urls)

    def client(self, player: Player, url: str) -> Person:
        person = Person(self._crowd, self, player, url, address_of(self._number))
        self._number += 1
        self.people.append(person)
        return person

    def change(self, view: Json, delta: Delta) -> Json:
        """Return the view after a delta. All who see the same share it: nobody changes a view."""
        if self._change is not None and self._change[0] is view and self._change[1] is delta:
            return self._change[2]
        plain = {name: getattr(delta, name) for name in ("game", "base", "seq", "changes")}
        changed = changed_view(view, plain)
        self._change = (view, delta, changed)
        return changed

    def record(self, player: int, update: Update | Delta) -> None:
        """Record what players saw; in turns only once, as all have to see the same."""
        if self._is_rounds and player not in self._seated:
            return
        for event in update.events:
            record = seen_event(update, event, str(player) if self._is_rounds else "")
            if self._is_rounds:
                self._session.history.add("see", player, room=self.room, value=record)
                continue
            before = self._seen.setdefault((record.game, record.seq), record)
            if before is record:
                self._session.history.add("see", player, room=self.room, value=record)
            elif before != record:
                self.problem(f"two players saw {before} and {record}")

    def step(self) -> None:
        """Do nothing: each person thinks for themselves."""

    def complete(self, command: Command) -> None:
        if command.content["type"] in MOVES:
            self._session.completed(command.due)

    def is_fast(self, view: Json) -> bool:
        """Whether the table has not reached the part of its game where it slows down."""
        if self.plays_fast:
            filled = sum(seat["turn"]["number"] - 1 for seat in view["seats"])
            boxes = view["rounds"] * len(view["seats"])
            self.plays_fast = self._crowd.fast and filled < self._part * boxes
        return self.plays_fast

    def game_over(self, game: str) -> None:
        """Note the end of a game, once."""
        if self._over != game:
            self._over = game
            self._seen.clear()
            self._session.result.games_finished += 1
            self._crowd.counts["game over"] += 1
