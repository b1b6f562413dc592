"""Start games: first the secret, and when the players are ready, the first event."""

from collections.abc import Sequence

from django.db import transaction

from games.engine import Player, Replay, initial_state
from games.engine import start as started
from games.engine.events import GameStarted
from games.engine.fairness import commitment, new_secret
from games.models import DiceSecret, Game, Room, new_code
from games.rules import find_variant
from games.store import statements
from games.store.prepared import Prepared
from games.store.records import LoggedEvent, moment, position_of

# By game code: a commitment never changes.
_commitments: dict[str, str] = {}
MAX_COMMITMENTS = 4096


def next_secret() -> tuple[str, bytes]:
    """Return the code and the secret of a future game. The caller must store them.

    This happens before any player sets a seed, so neither can be chosen to suit the seeds.
    """
    code, secret = new_code(), new_secret()
    _remember(code, secret)
    return code, secret


def prepare_next_game() -> str:
    """Store the secret of a future game and return the game's code."""
    code, secret = next_secret()
    DiceSecret.objects.create(code=code, secret=secret)
    return code


_secrets = Prepared(lambda code: DiceSecret.objects.filter(code=code), "")


def commitment_of(code: str) -> str:
    """Return the published commitment (hex) of the game with this code, started or not.

    Raises DiceSecret.DoesNotExist.
    """
    known = _commitments.get(code)
    if known is not None:
        return known
    secret = _secrets.first(code)
    if secret is None:
        raise DiceSecret.DoesNotExist(code)
    return _remember(code, bytes(secret.secret))


def _remember(code: str, secret: bytes) -> str:
    if len(_commitments) >= MAX_COMMITMENTS:
        _commitments.clear()
    _commitments[code] = published = commitment(secret)
    return published


# Called in the transaction of a room's change, which fails as a whole: no savepoint.
@transaction.atomic(savepoint=False)
def start_game(
    room: Room,
    players: Sequence[Player],
    now: int,
    unrated_reason: str = "",
    stand_in: str = "",
    sealed: bool = True,
) -> Game:
    """Start the room's next game, under its prepared code, and return it.

    `now`: ms since 1970. `unrated_reason`: why the game will change no rating, if
    known. `stand_in`: the bot that plays for absent players. `sealed`: see `games.engine.start`.
    The first seat rotates from game to game. Raises IntegrityError if the room's next game has
    already started.
    """
    number = 1 if room.game is None else room.game.number + 1
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
        sealed=sealed,
    )
    return _create(room, number, players, event, unrated_reason)


@transaction.atomic(savepoint=False)
def start_replay(room: Room, player: Player, again: Replay, secret: bytes, now: int) -> Game:
    """Start a game of one player with the dice of a seat of a finished game.

    `secret`: the secret that game revealed. The game has a new code, and its result is never
    counted.
    """
    code = new_code()
    DiceSecret.objects.create(code=code, secret=secret)
    variant = find_variant(room.variant, **room.switches)
    event = started(code, variant, [player], commitment(secret), now, replay=again)
    return _create(room, 1, [player], event)


def _create(
    room: Room, number: int, players: Sequence[Player], event: GameStarted, unrated_reason: str = ""
) -> Game:
    """Store a game with its first event."""
    state = initial_state(event)
    due = state.next_due
    game = Game.objects.create(
        code=state.code,
        room=room,
        number=number,
        variant=state.variant.id,
        switches=dict(state.variant.switches),
        rated=room.rated,
        uncounted=unrated_reason,
        replay=state.replay is not None,
        deadline=None if due is None else moment(due),
        created_at=moment(event.at),
    )
    cards = [
        (game.pk, seat, player.player, player.name, position_of(state.seats[seat]))
        for seat, player in enumerate(players)
    ]
    statements.run_all(
        [
            (statements.INSERT_SCORECARDS, cards),
            (statements.INSERT_EVENTS, [LoggedEvent(1, event, "").row(game.pk)]),
        ]
    )
    return game
