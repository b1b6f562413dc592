"""Fills an empty site with invented players, and games that the engine has played.

The games are created through the same code as real ones (rooms, store, results), so `verifylog` and
`recompute_ratings --check` hold for them.
"""

import random
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from games.core.engine import Event, GameState, Player, Roll, Score, decide_and_evolve
from games.core.engine.actions import Action
from games.core.engine.state import Turn
from games.core.rules import Scorecard
from games.people.accounts.models import User
from games.people.accounts.names import find_account
from games.people.accounts.players import create_account
from games.record.log.batches import entry_of, write_together
from games.record.log.loading import load_game
from games.record.log.models import Game
from games.record.log.records import moment
from games.record.log.starting import prepare_next_game, start_game
from games.record.ratings.counting import count_results
from games.tables.rooms.models import Room
from games.tables.rooms.opening import open_room
from games.tables.rooms.seating import sit

# With this many points, the turn is scored at once.
ENOUGH = 25
GAMES = 150
DAYS = 28
RATED = 0.75
# Rated games need a clock, in seconds.
RATED_CLOCK = 86400
# The last game starts this long before now. No game takes longer.
BEFORE_NOW = timedelta(hours=1)
SECONDS_BETWEEN_MOVES = (1.5, 7.0)


def play_greedily(card: Scorecard, turn: Turn) -> Roll | Score:
    if turn.dice is None:
        return Roll(turn.number, turn.rolls)
    box, points = card.best(turn.dice, turn.rolls)[0]
    hold = held(card, turn.dice)
    if turn.rolls == card.variant.rolls_per_turn or points >= ENOUGH or len(hold) == len(turn.dice):
        return Score(turn.number, turn.rolls, box.category, box.column)
    return Roll(turn.number, turn.rolls, hold)


def held(card: Scorecard, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return the positions to keep: four of a straight whose box is open, else the most frequent
    face (the highest one on a tie).
    """
    run = longest_run(dice)
    straights = [box for box in card.open_boxes if box.category.endswith("straight")]
    if straights and len(run) >= 4:
        return tuple(dice.index(face) for face in run)
    counts = Counter(dice)
    face = max(counts, key=lambda value: (counts[value], value))
    return tuple(position for position, shown in enumerate(dice) if shown == face)


def longest_run(dice: tuple[int, ...]) -> list[int]:
    """Return the longest run of consecutive faces (the highest one on a tie)."""
    best: list[int] = []
    run: list[int] = []
    for face in sorted(set(dice)):
        run = [*run, face] if run and face == run[-1] + 1 else [face]
        if len(run) >= len(best):
            best = run
    return best


NAMES = (
    "Marta", "Jonas", "Oskar", "Linnea", "Priya", "Tom K", "Beatrix", "Hugo", "Noor", "Eleni",
    "Casper", "Wanda", "Femi", "Aoife", "Rafael", "Yuki", "Sanne", "Dmitri", "Ines", "Gabriel",
    "Mei", "Old Salt", "Petra", "Luca", "Amina", "Bjarne", "Clara", "Ravi", "Tove", "Winston",
)  # fmt: skip
# A domain that cannot receive mail (RFC 2606). It marks these accounts.
ADDRESS = "@demo.invalid"
VARIANTS = {"yacht": 45, "yahtzee": 32, "yatzy": 18, "triple_yahtzee": 5}
TABLES = {2: 65, 3: 22, 4: 13}


class NotEmpty(Exception):
    """The site has games that were not created here."""


class Plan(NamedTuple):
    """A game to play. `people`: indexes of `NAMES`. `at`: when it starts."""

    variant: str
    people: tuple[int, ...]
    rated: bool
    at: datetime


def seed_demo(now: datetime, count: int = GAMES, seed: int = 1) -> int:
    """Play the games that are missing. Returns how many were played.

    Raises NotEmpty on a site that has other games.
    """
    demo = User.objects.filter(email__endswith=ADDRESS)
    if Game.objects.exclude(room__host__in=demo).filter(demo=False).exists():
        raise NotEmpty("This site has games already; the demo is for an empty site.")
    people = [_account(name, now) for name in NAMES]
    done = Game.objects.filter(room__host__in=demo).count()
    for number, plan in enumerate(plans(count, now, random.Random(seed))):
        if number >= done:
            play(plan, people, random.Random(f"{seed}:{number}"))
    return max(0, count - done)


def _account(name: str, now: datetime) -> User:
    """Return the account of an invented player; create it with a random password if needed."""
    found = find_account(name)
    if found is not None:
        return found
    address = f"{name.lower().replace(' ', '.')}{ADDRESS}"
    created = create_account(name, secrets.token_urlsafe(), address)
    joined = now - timedelta(days=DAYS + 1)
    # The lobby must not count them as online.
    User.objects.filter(pk=created.pk).update(date_joined=joined, seen_at=joined)
    return created


def plans(count: int, now: datetime, rng: random.Random) -> Iterator[Plan]:
    """Yield `count` games in the order of their start, spread over the last `DAYS`.

    People early in `NAMES` play more often.
    """
    ages = sorted((rng.random() ** 1.5 * DAYS for _ in range(count)), reverse=True)
    weights = [1 / (number + 6) for number in range(len(NAMES))]
    for age in ages:
        size = rng.choices(list(TABLES), list(TABLES.values()))[0]
        people: list[int] = []
        while len(people) < size:
            people += set(rng.choices(range(len(NAMES)), weights)) - set(people)
        variant = rng.choices(list(VARIANTS), list(VARIANTS.values()))[0]
        at = now - BEFORE_NOW - timedelta(days=age)
        yield Plan(variant, tuple(people), rng.random() < RATED, at)


@transaction.atomic
def play(plan: Plan, people: Sequence[User], rng: random.Random) -> Game:
    seated = [people[number] for number in plan.people]
    clock = RATED_CLOCK if plan.rated else None
    # A public room, because the home page has news of the newest public games.
    room = open_room(seated[0], plan.variant, {}, len(seated), clock, True, plan.rated)
    for user in seated[1:]:
        sit(room.pk, user.pk, None, None)
    players = [Player(user.pk, user.name, f"{rng.getrandbits(64):016x}") for user in seated]
    game = start_game(room, players, int(plan.at.timestamp() * 1000))
    care = [1 - number / len(NAMES) for number in plan.people]
    ended_at = _play_out(game, care, rng)
    # Do what starting a game does, but at a time in the past: `rooms` uses the present time only.
    Room.objects.filter(pk=room.pk).update(
        game=game, next_code=prepare_next_game(), created_at=plan.at, active_at=ended_at
    )
    User.objects.filter(pk__in=[user.pk for user in seated]).update(seen_at=ended_at)
    count_results([game.pk])
    return game


def _play_out(game: Game, care: Sequence[float], rng: random.Random) -> datetime:
    """Play all turns, write them to the log at once, and return the time of the last one."""
    loaded = load_game(game.pk)
    state = loaded.state
    now = round(game.created_at.timestamp() * 1000)
    log: list[Event] = []
    while state.status == "playing":
        seat = state.acting[0]
        now += round(1000 * rng.uniform(*SECONDS_BETWEEN_MOVES))
        action = choose(state, seat, care[seat], rng)
        events, after = decide_and_evolve(state, seat, action, loaded.dice, now)
        log += events
        state = after
    write_together([entry_of(loaded, log, state)])
    return moment(now)


def choose(state: GameState, seat: int, care: float, rng: random.Random) -> Action:
    """Return the action of a player. The lower their `care` (0 to 1), the more often they score the
    first roll in the best box.
    """
    mine = state.seats[seat]
    if mine.turn.dice is not None and rng.random() > 0.55 + 0.45 * care:
        box, _ = mine.card.best(mine.turn.dice)[0]
        return Score(mine.turn.number, mine.turn.rolls, box.category, box.column)
    return play_greedily(mine.card, mine.turn)
