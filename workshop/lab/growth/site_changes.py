"""What players and live rooms do to the database: moves, connections, rematches."""

import random
from collections.abc import Callable, Iterator
from functools import partial

from games.assembly.demo.playing import play_greedily
from games.core.engine import decide_and_evolve
from games.people.accounts import tokens
from games.platform.clock import now_ms
from games.record.log.batches import entry_of, write_together
from games.record.log.loading import LoadedGame, load_game, newest_seqs
from games.record.log.models import Game
from games.record.ratings.counting import count_results
from games.tables.live.room_data import read_room
from games.tables.matchmaking.lobby import read_lobby
from games.tables.rooms import opening, starting
from games.tables.rooms.models import Room
from workshop.lab.growth.measurement import Task
from workshop.lab.loadtest.messages import TableSpec
from workshop.lab.seating import seat_players

TABLES = 40
WATCHED_ROOMS = 500
"""How many live rooms a process compares with the database at once."""


class Player:
    """Plays at new tables of two, without a server: writes what live games write."""

    def __init__(self, tables: int) -> None:
        self._specs = seat_players(tables, 2, ["yacht"])
        self._codes = [spec.room for spec in self._specs]
        self._games = [self._load(spec) for spec in self._specs]
        self._turn = 0
        self.ended: list[int] = []

    def _load(self, spec: TableSpec) -> LoadedGame:
        game = Room.objects.get(code=spec.room).game
        assert game is not None
        return load_game(game.pk)

    def move(self) -> None:
        """Make the next move of one game after the other."""
        self._turn = (self._turn + 1) % len(self._games)
        self._move(self._games[self._turn])

    def _move(self, game: LoadedGame) -> None:
        before = game.state
        seat = before.acting[0]
        mine = before.seats[seat]
        action = play_greedily(mine.card, mine.turn)
        events, after = decide_and_evolve(before, seat, action, game.dice, now_ms())
        entry = entry_of(game, events, after)
        write_together([entry])
        game.state, game.head = after, entry.head

    def play_out(self, number: int) -> None:
        """Play a game until one move is left."""
        game = self._games[number]
        while not self._is_last(game):
            self._move(game)

    @staticmethod
    def _is_last(game: LoadedGame) -> bool:
        state = game.state
        left = sum(len(seat.card.open_boxes) for seat in state.seats)
        mine = state.seats[state.acting[0]]
        return left == 1 and type(play_greedily(mine.card, mine.turn)).__name__ == "Score"

    def end(self, number: int) -> None:
        """Make the last move of a game."""
        self._move(self._games[number])
        self.ended.append(self._games[number].id)

    def connect(self) -> None:
        """Read what a server reads when a player connects whose room no process has loaded."""
        spec = random.choice(self._specs)
        if tokens.find_session(spec.players[0].cookie) is None or read_room(spec.room) is None:
            raise RuntimeError("the room or the session is missing")

    def rematch(self, number: int) -> None:
        """Have both players ask for a rematch, which starts it."""
        room = Room.objects.get(code=self._codes[number])
        for player in self._specs[number].players:
            starting.rematch(room.pk, player.id, f"{random.getrandbits(64):016x}")
        self._games[number] = self._load(self._specs[number])


def change_tasks(repeat: int) -> Iterator[Task]:
    """Yield what players do. Each task is done once to warm up and `repeat` times."""
    player = Player(max(TABLES, repeat + 1))
    yield Task("change", "connect: session, room, game, chat", player.connect)
    yield Task("change", "move", player.move)
    yield Task("change", "open a room", _opener())
    for number in range(repeat + 1):
        player.play_out(number)
    yield Task("change", "last move of a game", _each(player.end, repeat))
    yield Task("change", "rematch of two", _each(player.rematch, repeat))
    ended = iter(player.ended)
    yield Task("worker", "count a casual result", lambda: count_results([next(ended)]))


def _each(do: Callable[[int], None], repeat: int) -> Callable[[], None]:
    numbers = iter(range(repeat + 1))
    return lambda: do(next(numbers))


def _opener() -> Callable[[], object]:
    host = Room.objects.order_by("-pk")[0].host
    assert host is not None
    return partial(opening.open_room, host, "yacht", {}, 2, None, False)


def live_tasks() -> Iterator[Task]:
    """Yield what the live rooms of a process ask again and again."""
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True)[:WATCHED_ROOMS]
    games = list(newest)
    live = Room.objects.filter(game__in=games)
    ids = list(live.values_list("pk", flat=True))
    yield Task("live", "newest events of 500 games", lambda: newest_seqs(games))
    yield Task(
        "live",
        "revisions of 500 rooms",
        lambda: list(Room.objects.filter(pk__in=ids).values_list("pk", "rev")),
    )
    yield Task("live", "the lobby", lambda: read_lobby([]))
