"""Starts games: first the secret, and when the players are ready, the first event."""

import json
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from django.db import transaction
from django.db.models import Max

from games.core.engine import DiceMode, GameState, Mode, Player, initial_state
from games.core.engine import start as started
from games.core.engine.events import GameStarted
from games.core.engine.fair_log import COMMITMENT
from games.core.engine.fairness import FairDice
from games.core.protocol.room_view import EntryPlace
from games.core.rules import find_variant
from games.platform.database import bulk
from games.platform.database.bulk import SqlRow
from games.platform.database.chained import Parts, insert_first
from games.platform.database.codes import new_code
from games.platform.database.prepared import Prepared
from games.record.fairness.models import DiceSecret, DiceShare, FairLogEntry
from games.record.fairness.reserve import RESERVE, commit_to
from games.record.fairness.secrets import secret_from
from games.record.log import statements
from games.record.log.loading import LoadedGame, dice_of
from games.record.log.models import Game
from games.record.log.records import BEGINNING, EventRow, LoggedEvent, moment, position_of, row_of

if TYPE_CHECKING:
    from games.tables.rooms.models import Room


class BegunGame(NamedTuple):
    """A game that begins with `store`. Until then `game` has no id."""

    game: Game
    state: GameState
    dice: FairDice
    first: LoggedEvent
    row: EventRow

    def store(self, more: Parts = (), commit: bool = False) -> LoadedGame:
        """Store the game in the open transaction, with its cards and its first event. Return it as
        a live room needs it. `more`: what else to write, and `commit`: see `insert_first`. Raises
        IntegrityError if a game with its code has started.
        """
        game = self.game
        cards = [
            (number, seat.player, seat.name, position_of(seat))
            for number, seat in enumerate(self.state.seats)
        ]
        parts: Parts = (
            (statements.INSERT_SCORECARDS, cards),
            (statements.INSERT_FIRST_EVENT, [(*self.row, game.head)]),
            *more,
        )
        game.pk = insert_first(statements.INSERT_GAME, _row(game), parts, commit)
        return LoadedGame(game.pk, self.state, self.dice, [self.first], game.head)


class Published(NamedTuple):
    """The commitment (hex) of a game or a group of games, and its place in the public log."""

    commitment: str
    entry: EntryPlace


# By game code. They never change, so they can be cached.
_published: dict[str, Published] = {}
MAX_PUBLISHED = 32_768


def prepare_next_game() -> str:
    """Return the code of a future game. Its secret is stored, and its commitment is in the public
    log.

    It comes from the reserve, or is made in the open transaction if the reserve is empty.
    """
    code, hash_, entry = RESERVE.take() or commit_to(1)[0]
    _remember(code, Published(hash_, entry))
    return code


_entries = Prepared(
    lambda code, kind: FairLogEntry.objects.filter(code=code, kind=kind), "", COMMITMENT
)
_secrets = Prepared(lambda code: DiceSecret.objects.filter(code=code), "")


def published(code: str) -> Published:
    """Return the commitment of the game with this code, started or not, as it was published.

    Raises FairLogEntry.DoesNotExist if there is none.
    """
    known = _published.get(code)
    if known is not None:
        return known
    row = _entries.first(code, COMMITMENT)
    if row is None:
        raise FairLogEntry.DoesNotExist(code)
    return _remember(code, Published(row.value, EntryPlace(row.index, row.hash)))


def remember_published(codes: Collection[str]) -> None:
    """Read the entries of these games with one query, so that `published` need not."""
    unknown = [code for code in codes if code not in _published]
    if unknown:
        for row in FairLogEntry.objects.filter(code__in=unknown, kind=COMMITMENT):
            _remember(row.code, Published(row.value, EntryPlace(row.index, row.hash)))


def commitment_of(code: str) -> str:
    """Return the published commitment (hex) of the game with this code, started or not.

    Raises FairLogEntry.DoesNotExist.
    """
    return published(code).commitment


def _remember(code: str, known: Published) -> Published:
    if len(_published) >= MAX_PUBLISHED:
        _published.clear()
    _published[code] = known
    return known


@transaction.atomic(savepoint=False)
def start_game(room: "Room", players: Sequence[Player], now: int) -> Game:
    """Start the room's next game, with all that belongs to it. See `begin_game`."""
    begun = begin_game(room, players, now)
    begun.store()
    return begun.game


def begin_game(
    room: "Room",
    players: Sequence[Player],
    now: int,
    unrated_reason: str = "",
    stand_in: str = "",
    demo: bool = False,
    shares_device: bool = False,
    secret: bytes | None = None,
) -> BegunGame:
    """Return the room's next game, under its prepared code. The caller stores it.

    `now`: ms since 1970. `unrated_reason`: why the game will change no rating, if known.
    `stand_in`: the bot that plays for absent players. `demo`: whether only bots play, so that the
    result is never counted. `secret`: that of its dice, as stored, if the caller has read it. The
    first seat rotates from game to game. Raises UnreadableSecret.
    """
    number = _newest_number(room) + 1
    variant = find_variant(room.variant, **room.switches)
    event = started(
        room.next_code,
        variant,
        players,
        commitment_of(room.next_code),
        now,
        clock=room.clock,
        first=(number - 1) % len(players),
        stand_in=stand_in,
        sealed=True,
        mode=cast(Mode, room.mode),
        dice=cast(DiceMode, room.dice),
    )
    return new_game(
        room,
        number,
        event,
        unrated_reason,
        in_log=True,
        demo=demo,
        shares_device=shares_device,
        secret=secret,
    )


def _newest_number(room: "Room") -> int:
    """Return the number of the room's newest game, 0 without one."""
    if room.game is not None:
        return room.game.number
    # It may have had a game that was given up.
    newest = Game.objects.filter(room=room).aggregate(number=Max("number"))["number"]
    return newest or 0


# No savepoint: this is called in the transaction of a room's change, which fails as a whole.
@transaction.atomic(savepoint=False)
def start_shared(room: "Room", player: Player, share: str, now: int) -> Game:
    """Start a game of one player with the dice of a group of games, and return it.

    `share`: the code of the group. `now`: ms since 1970. The game has its own code, no seed goes
    into its dice, and its result is never counted. Raises DiceShare.DoesNotExist if there is no
    such group or its secret is revealed.
    """
    # Lock the group, so that it cannot close while a game begins.
    DiceShare.objects.select_for_update().get(code=share, closed=False)
    event = started(
        new_code(),
        find_variant(room.variant, **room.switches),
        [player],
        commitment_of(share),
        now,
        clock=room.clock,
        dice="same",
        share=share,
    )
    begun = new_game(room, 1, event)
    begun.store()
    return begun.game


def new_game(
    room: "Room",
    number: int,
    event: GameStarted,
    unrated_reason: str = "",
    in_log: bool = False,
    demo: bool = False,
    shares_device: bool = False,
    secret: bytes | None = None,
) -> BegunGame:
    """Return a game of this room, which the caller stores. `in_log`: whether its commitment is in
    the public log. `secret`: see `begin_game`.
    """
    state = initial_state(event)
    first = LoggedEvent(1, event, "")
    row = row_of(first)
    game = Game(
        code=state.code,
        room=room,
        number=number,
        variant=state.variant.id,
        switches=dict(state.variant.switches),
        mode=state.mode,
        dice=state.dice,
        rated=room.rated,
        uncounted=unrated_reason,
        replay=bool(state.share) or shares_device,
        share=state.share or None,
        analysed=Game.ANALYSED_LATER if state.share else 0,
        demo=demo,
        log_pending=in_log,
        circle_id=room.circle_id,
        # Never count dice that all seats share: they are not an independent sample.
        dice_counted=state.dice == "same",
        deadline=None if state.next_due is None else moment(state.next_due),
        head=row.hash_after(BEGINNING),
        created_at=moment(event.at),
    )
    code = state.share or game.code
    # Now, not after the commit: nobody could roll in a game whose secret cannot be read.
    stored = bytes(_secrets(code)[0].secret) if secret is None else secret
    return BegunGame(game, state, dice_of(state, secret_from(code, stored)), first, row)


def _row(game: Game) -> SqlRow:
    """Return the values for `statements.INSERT_GAME`."""
    return (
        game.code,
        game.room_id,
        game.number,
        game.variant,
        json.dumps(game.switches),
        game.status,
        game.mode,
        game.dice,
        game.rated,
        game.uncounted,
        game.replay,
        game.share,
        game.demo,
        game.log_pending,
        game.analysed,
        game.dice_counted,
        game.circle_id,
        game.circle_counted,
        bulk.stored(game.deadline),
        game.head,
        bulk.stored(game.created_at),
    )
