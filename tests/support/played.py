"""Play without sockets: write seats and actions straight to the database."""

from games.core.engine import Action, Resign, Roll, Score, decide, evolve_all
from games.models import Game, Room, User
from games.record.log.batches import entry_of, write_together
from games.record.log.loading import load_game
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
    state = load_game(game.pk).state
    seat = state.acting[0]
    turn = state.seats[seat].turn.number
    act(game, seat, Roll(turn, 0))
    box = load_game(game.pk).state.seats[seat].card.open_boxes[0]
    return act(game, seat, Score(turn, 1, box.category, box.column))


def play_out(game: Game) -> Game:
    """Play the game to its end, and return the stored game."""
    while take_turn(game):
        pass
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game


def finished_game(*players: User, variant: str = "yacht", rated: bool = False) -> Game:
    """Play a game to its end, count its result, and log its end in public."""
    game = play_out(new_game(*players, variant=variant, rated=rated))
    assert count_results([game.pk])
    assert log_ends()
    game.refresh_from_db()
    return game


def resign(game: Game, seat: int) -> tuple[int, ...]:
    return act(game, seat, Resign())
