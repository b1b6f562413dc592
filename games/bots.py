"""Simple company: bots that play for the points of the turn, and hide nothing they know.

They see what every player sees. Better ones need the mathematics of the whole game.
"""

from collections import Counter

from games.engine import GameState, Roll, Score
from games.models import User
from games.rules import Scorecard

NAMES = ("Pip", "Skipper", "Marlin", "Gull", "Anchor", "Breeze")
# A turn that can have this many points is not rolled further.
ENOUGH = 25
# Longer than the handle of any account, which has at most twenty letters.
HANDLE = "the-house-plays-as-{}"
POSITIONS = range(5)


def company(count: int) -> list[int]:
    """Return the ids of `count` bots, made on the first use. At most len(NAMES)."""
    ids = []
    for name in NAMES[:count]:
        bot, made = User.objects.get_or_create(
            username=HANDLE.format(name.lower()), defaults={"name": name, "is_bot": True}
        )
        if made:
            bot.set_unusable_password()
            bot.save()
        ids.append(bot.pk)
    return ids


def choose(state: GameState, seat: int) -> Roll | Score:
    """Return what the bot of this seat, which may act now, does next."""
    mine = state.seats[seat]
    turn = mine.turn
    if turn.dice is None:
        return Roll(turn.number, turn.rolls)
    box, points = mine.card.best(turn.dice)[0]
    if turn.rolls == 3 or points >= ENOUGH:
        return Score(turn.number, turn.rolls, box.category, box.column)
    hold = held(mine.card, turn.dice)
    if len(hold) == len(turn.dice):
        return Score(turn.number, turn.rolls, box.category, box.column)
    return Roll(turn.number, turn.rolls, hold)


def held(card: Scorecard, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return the positions to keep: the start of a straight that is still open, else the face
    that is there most often, of equals the highest.
    """
    run = longest_run(dice)
    straights = [box for box in card.open_boxes if box.category.endswith("straight")]
    if straights and len(run) >= 4:
        return tuple(dice.index(face) for face in run)
    counts = Counter(dice)
    face = max(counts, key=lambda value: (counts[value], value))
    return tuple(position for position in POSITIONS if dice[position] == face)


def longest_run(dice: tuple[int, ...]) -> list[int]:
    """Return the longest run of following faces among the dice, of equals the highest."""
    best: list[int] = []
    run: list[int] = []
    for face in sorted(set(dice)):
        run = [*run, face] if run and face == run[-1] + 1 else [face]
        if len(run) >= len(best):
            best = run
    return best
