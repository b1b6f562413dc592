"""Play dailies in the database, at the time of the fake clock."""

from games.core.engine import Action, Roll, Score, decide, evolve_all
from games.models import Daily, DailyEntry, Game, User
from games.record.log.batches import entry_of, write
from games.record.log.loading import load_game
from games.site.events.daily.entries import enter
from tests.support.clock import FakeClock

HOUR_S = 3600.0
DAY_S = 24 * HOUR_S


def begin(player: User, clock: FakeClock, variant: str = "yacht") -> Game:
    game = enter(player, variant, clock.utc_now()).game
    assert game is not None
    return game


def do(game: Game, action: Action, clock: FakeClock) -> None:
    """Do an action in the database, at the clock's time."""
    loaded = load_game(game.pk)
    events = decide(loaded.state, 0, action, loaded.dice, clock.now_ms())
    assert write([entry_of(loaded, events, evolve_all(loaded.state, events))]) == [None]


def play_out(game: Game, clock: FakeClock, best: bool = True) -> int:
    """Roll once a turn and fill the box with the most points (or the fewest). Return the total."""
    while True:
        state = load_game(game.pk).state
        if state.status != "playing":
            return state.seats[0].card.total
        turn = state.seats[0].turn
        do(game, Roll(turn.number, 0), clock)
        state = load_game(game.pk).state
        card, dice = state.seats[0].card, state.seats[0].turn.dice
        assert dice is not None
        box, _ = card.best(dice, 1)[0 if best else -1]
        do(game, Score(turn.number, 1, box.category, box.column), clock)


def entry(player: User, day: int = 0) -> DailyEntry:
    """The player's entry, by the order of days."""
    return DailyEntry.objects.filter(player=player).order_by("day", "pk")[day]


def daily_of(clock: FakeClock, variant: str = "yacht") -> Daily:
    return Daily.objects.get(day=clock.utc_now().date(), variant=variant)
