"""A result as text that can be posted without giving away anything about the dice."""

from datetime import date

from games.core.rules import Scorecard
from games.site.shared.sharing.contents import FAIR, GOOD, POOR

# Shares of the most points that a box can have.
GOOD_SHARE, FAIR_SHARE = 2 / 3, 1 / 3


def signs(card: Scorecard) -> str:
    """Return a sign for each box of a full card that says how near it is to its most points. One
    line for each column, best boxes first.
    """
    # Not in the order of boxes or turns, which would give away when good dice come.
    variant = card.variant
    most = [max(possible) for possible in variant.possible_points]
    lines = []
    for column in range(len(variant.columns)):
        shares = [
            (points or 0) / best for points, best in zip(card.column(column), most, strict=True)
        ]
        lines.append("".join(_sign(share) for share in sorted(shares, reverse=True)))
    return "\n".join(lines)


def _sign(share: float) -> str:
    return GOOD if share >= GOOD_SHARE else FAIR if share >= FAIR_SHARE else POOR


def share_text(card: Scorecard, day: date, words: str) -> str:
    """Return the text to share: variant and day, `words` about the result, and signs."""
    return f"Yacht · {card.variant.name} · {day.isoformat()}\n{words}\n{signs(card)}"
