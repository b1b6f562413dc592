"""Puzzles whose best choice is known."""

from itertools import combinations_with_replacement

from games.core.rules import Position
from games.models import Puzzle, PuzzleSource
from games.platform.clock import utc_now
from games.site.events.puzzles.choices import choices_of
from games.site.events.puzzles.quality import code_of
from games.site.events.puzzles.storing import BOTS

RIGHT, WRONG = "box:choice", "box:ones"
CARD = "yacht -,-,-,-,-,-,-,-,-,-,-,- 0 {} {}"


def puzzle(
    dice: str = "12466", mu: float = 1500.0, theme: str = "box", rolls: int = 3, **columns: object
) -> Puzzle:
    """A stored puzzle of Yacht: Choice is right, all others lose four points. The site has had its
    first puzzles.
    """
    PuzzleSource.objects.get_or_create(name=BOTS, defaults={"last": 1})
    position = Position.parse(CARD.format(dice, rolls))
    losses = [0 if choice.key == RIGHT else 400 for choice in choices_of(position)]
    values = {
        "code": code_of(position),
        "variant": "yacht",
        "theme": theme,
        "position": str(position),
        "losses": losses,
        "value": 150.0,
        "source": "games",
        "given_up": 4.0,
        "mu": mu,
        "sigma": 150.0,
        "made_at": utc_now(),
    }
    return Puzzle.objects.create(**values | columns)


def puzzles(*ratings: float, theme: str = "box", rolls: int = 3) -> list[Puzzle]:
    dice = ("".join(map(str, each)) for each in combinations_with_replacement(range(1, 7), 5))
    return [puzzle(next(dice), mu, theme, rolls) for mu in ratings]
