"""Rows of evenings for all tables that a site writes, except what counting a result writes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import connection
from django.db.models import Model

from games.core.engine.fair_log import (
    ABORTED,
    CLOSED,
    COMMITMENT,
    ENDS,
    LOG,
    REVEAL,
    ChainEntry,
    following,
)
from games.core.engine.fairness import commitment, new_secret
from games.core.rules import find_variant
from games.people.accounts.models import User
from games.people.accounts.names import fields_of
from games.record.fairness.models import DiceSecret, FairLogEntry
from games.record.fairness.secrets import stored_form
from games.record.log.models import Game, GameEvent, GameSnapshot, Scorecard
from games.record.log.records import moment
from games.site.study.analysis.game_analysis import VERSION
from games.tables.rooms.models import ChatMessage, Room, Seat, UsedSeal
from workshop.lab.growth.planning import Evening, Someone
from workshop.lab.growth.playing import PlayedGame, copy_line

UNUSABLE = make_password(None)
CHUNK = 2000
IDLE_AFTER = timedelta(hours=24)
SEALS_KEPT = timedelta(days=30)


def copy_events(played: Iterable[PlayedGame]) -> None:
    """Write the logs."""
    columns = '"game_id", "seq", "type", "seat", "at", "data", "by", "hash"'
    copy_text(GameEvent._meta.db_table, columns, (game.log for game in played))


def copy_text(table: str, columns: str, lines: Iterable[str]) -> None:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy,
    ):
        for line in lines:
            copy.write(line)


def create(rows: Sequence[Model]) -> None:
    if rows:
        type(rows[0])._default_manager.bulk_create(rows, batch_size=CHUNK)


def guest(someone: Someone, at: datetime) -> User:
    """Return a guest who came at that time."""
    return _user(someone, at, f"guest-{someone.id:032x}", is_guest=True)


def account(someone: Someone, at: datetime) -> User:
    """Return an account that nobody can sign in to."""
    return _user(someone, at, someone.name.lower())


def _user(someone: Someone, at: datetime, username: str, is_guest: bool = False) -> User:
    return User(
        **{**fields_of(someone.name, is_guest=is_guest), "username": username},
        id=someone.id,
        password=UNUSABLE,
        is_guest=is_guest,
        date_joined=at,
        seen_at=at,
    )


def rooms_of(
    evenings: Sequence[Evening], played: Mapping[int, PlayedGame], now: datetime
) -> tuple[list[Room], list[Seat]]:
    """Return the rooms and their seats, in which the players of the last game still sit."""
    rooms, seats = [], []
    for evening in evenings:
        last = played[evening.games[-1].id]
        active = moment(last.ended_at)
        is_idle = active < now - IDLE_AFTER and last.status != "playing"
        rooms.append(
            Room(
                id=evening.room,
                code=evening.code,
                host_id=evening.host,
                variant=evening.variant,
                switches=dict(find_variant(evening.variant).switches),
                clock=evening.clock,
                public=evening.room % 2 == 0,
                rated=evening.rated,
                game_id=last.plan.id,
                next_code="" if is_idle else evening.next_code,
                rev=3 * len(evening.games) + 1,
            )
        )
        seats += [
            Seat(room_id=evening.room, number=number, player_id=player, seated_at=active)
            for number, (player, _) in enumerate(last.plan.people)
        ]
    return rooms, seats


def times_of(evening: Evening, played: Mapping[int, PlayedGame]) -> tuple[datetime, ...]:
    """Return when a room was opened, and when it last changed."""
    return (moment(evening.games[0].at), moment(played[evening.games[-1].id].ended_at))


TIMES = {Room: ("created_at", "active_at"), User: ("seen_at",)}


def set_times(model: type[Model], times: Mapping[int, Sequence[datetime]]) -> None:
    """Set the times of rows by id: Django sets the present time when it creates them."""
    names = TIMES[model]
    changes = ", ".join(f"{name} = new.{name}" for name in names)
    arrays = ", ".join(["%s::bigint[]", *["%s::timestamptz[]"] * len(names)])
    columns = ", ".join(["id", *names])
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET {changes} FROM unnest({arrays}) AS new({columns})"
            f" WHERE {table}.id = new.id",
            [list(times), *(list(column) for column in zip(*times.values(), strict=True))],
        )


def game_row(game: PlayedGame, counted: bool) -> Game:
    """Return a game's row. counted: whether the worker has done everything for it."""
    plan = game.plan
    is_over = game.status != "playing"
    return Game(
        id=plan.id,
        code=plan.code,
        room_id=plan.room,
        number=plan.number,
        variant=plan.variant,
        switches=dict(find_variant(plan.variant).switches),
        status=game.status,
        rated=plan.rated,
        log_pending=not (is_over and counted),
        analysed=VERSION if counted and game.status == "finished" else 0,
        dice_counted=counted and is_over,
        verified=counted and is_over,
        deadline=None if game.due is None else moment(game.due),
        head=game.head,
        created_at=moment(plan.at),
        finished_at=moment(game.ended_at) if is_over else None,
    )


def snapshot_row(game: PlayedGame) -> GameSnapshot:
    return GameSnapshot(game_id=game.plan.id, state=game.snapshot)


def cards_of(game: PlayedGame) -> list[Scorecard]:
    """Return the cards of a game whose result is not counted."""
    return [
        Scorecard(
            game_id=game.plan.id,
            seat=seat,
            player_id=player,
            name=name,
            position=position,
            total=total,
            place=place,
            resigned=resigned,
        )
        for seat, ((player, name), (position, total, place, resigned)) in enumerate(
            zip(game.plan.people, game.cards, strict=True)
        )
    ]


def chat_of(evening: Evening) -> list[ChatMessage]:
    """Return a line of chat for every second room."""
    if evening.room % 2:
        return []
    (player, name), *_ = evening.games[0].people
    text = {"room_id": evening.room, "player_id": player, "name": name, "text": "Good luck"}
    return [ChatMessage(**text, key=f"c{evening.room}")]


def seals_of(game: PlayedGame, now: datetime) -> list[UsedSeal]:
    """Return the seals of a game that are still kept."""
    at = moment(game.plan.at)
    return [] if at < now - SEALS_KEPT else [UsedSeal(seal=seal, at=at) for seal in game.seals]


class FairLog:
    """Extends the public log and the secrets by the games and rooms of a batch."""

    def __init__(self, head: ChainEntry) -> None:
        self.head = head
        self._entries: list[ChainEntry] = []
        self._secrets: list[DiceSecret] = []

    def add_game(self, game: PlayedGame, counted: bool) -> None:
        """Add a game: commitment and, if it is over and counted, the end."""
        plan = game.plan
        self._add(plan.at - 60_000, COMMITMENT, plan.code, commitment(game.secret))
        is_closed = counted and game.status != "playing"
        if is_closed:
            kind = REVEAL if game.status == "finished" else ABORTED
            self._add(game.ended_at, kind, plan.code, game.secret.hex())
            self._add(game.ended_at, LOG, plan.code, game.head)
        self._keep(plan.code, game.secret, is_open=not is_closed)

    def add_next_game(self, room: Room, evening: Evening, at: int) -> None:
        """Add the commitment of a room's next game; it is closed if the room is idle."""
        secret = new_secret()
        self._add(at, COMMITMENT, evening.next_code, commitment(secret))
        if room.next_code:
            self._keep(evening.next_code, secret, is_open=True)
        else:
            self._add(at, CLOSED, evening.next_code, secret.hex())

    def _add(self, at: int, kind: str, code: str, value: str) -> None:
        self.head = following(self.head, at, kind, code, value)
        self._entries.append(self.head)

    def _keep(self, code: str, secret: bytes, is_open: bool) -> None:
        self._secrets.append(DiceSecret(code=code, secret=stored_form(code, secret), open=is_open))

    def save(self) -> None:
        create(self._secrets)
        lines = [
            copy_line(
                (
                    *(entry.index, entry.at, entry.kind, entry.game),
                    *("t" if entry.kind in ENDS else "f", entry.value),
                    *(entry.previous, entry.hash),
                )
            )
            for entry in self._entries
        ]
        columns = '"index", "at", "kind", "code", "is_end", "value", "previous", "hash"'
        copy_text(FairLogEntry._meta.db_table, columns, lines)
        self._entries, self._secrets = [], []


COPIED_COLUMNS = (*("hints", "counted", "loss", "squares", "data"),)
ANALYSIS_COLUMNS = ", ".join(
    ("game_id", "seat", "player_id", "variant", "finished_at", "bot", *COPIED_COLUMNS)
)


def analysis_lines(game: PlayedGame, samples: Sequence[Sequence[Any]]) -> list[str]:
    """Return lines for the analyses of a game's seats, with the figures of `samples`."""
    at = moment(game.ended_at).isoformat()
    return [
        copy_line((game.plan.id, seat, player, game.plan.variant, at, "f", *sample))
        for seat, ((player, _), sample) in enumerate(zip(game.plan.people, samples, strict=True))
    ]
