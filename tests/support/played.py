"""Play without sockets: write seats and actions straight to the database."""

from games.core.engine import Action, Event, GameState, Resign, Roll, Score, decide, evolve_all
from games.models import Game, Room, User
from games.record.log.batches import SNAPSHOT_EVERY, entry_of, write_together
from games.record.log.loading import LoadedGame, load_game
from games.record.ratings.counting import count_results
from games.record.reveals.public_log_ends import log_ends
from games.tables.rooms import opening, seating, starting

NOW = 1_760_000_000_000


def begin(room: Room, *players: User) -> Game:
    """Seat the players, the host first, and start the game."""
    for number, player in enumerate(players):
        seating.sit(room.pk, player.pk, None, f"seed{number}")
    starting.start(room.pk, players[0].pk)
    room.refresh_from_db()
    assert room.game is not None
    return room.game


def new_game(
    *players: User, variant: str = "yacht", rated: bool = False, public: bool = False
) -> Game:
    """Start a game in a new room; a rated one gives a day a turn."""
    clock = 86400 if rated else None
    room = opening.open_room(players[0], variant, {}, len(players), clock, public, rated)
    return begin(room, *players)


def act(game: Game, seat: int, action: Action) -> tuple[int, ...]:
    loaded = load_game(game.pk)
    events = decide(loaded.state, seat, action, loaded.dice, NOW + loaded.state.seq)
    after = evolve_all(loaded.state, events)
    write_together([entry_of(loaded, events, after)])
    return after.acting


def take_turn(game: Game) -> tuple[int, ...]:
    """Roll once for the acting seat, fill its first open box, and return the next seats."""
    return take_turns(game, 1)


def take_turns(game: Game, most: int) -> tuple[int, ...]:
    """Take so many turns, or all that are left, and return the next seats.

    They are written at once, up to where a snapshot is due: a whole game costs little more than a
    turn.
    """
    loaded = load_game(game.pk)
    state, events = loaded.state, list[Event]()
    for _ in range(most):
        if not state.acting:
            break
        seat = state.acting[0]
        turn, box = state.seats[seat].turn.number, state.seats[seat].card.open_boxes[0]
        for action in (Roll(turn, 0), Score(turn, 1, box.category, box.column)):
            decided = decide(state, seat, action, loaded.dice, NOW + state.seq)
            events += decided
            state = evolve_all(state, decided)
            if state.seq // SNAPSHOT_EVERY > loaded.state.seq // SNAPSHOT_EVERY:
                _write(loaded, events, state)
                events = []
    if events:
        _write(loaded, events, state)
    return state.acting


def _write(loaded: LoadedGame, events: list[Event], after: GameState) -> None:
    entry = entry_of(loaded, events, after)
    write_together([entry])
    loaded.state, loaded.head = after, entry.head


def play_out(game: Game) -> Game:
    """Play the game to its end, and return the stored game."""
    assert take_turns(game, MOST_TURNS) == ()
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game


MOST_TURNS = 1000


def finished_game(*players: User, variant: str = "yacht", rated: bool = False) -> Game:
    """Play a game to its end, count its result, and log its end in public."""
    game = play_out(new_game(*players, variant=variant, rated=rated))
    assert count_results([game.pk])
    assert log_ends()
    game.refresh_from_db()
    return game


def resign(game: Game, seat: int) -> tuple[int, ...]:
    return act(game, seat, Resign())
