"""Same dice for everybody: what perfect play scores with them."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import F

from games.models import Card, Daily, SeatAnalysis
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played


def same_dice(evidence: Evidence) -> Complaints:
    """Dailies know the score of perfect play that the analyses of their games have."""
    groups: dict[str, list[Played]] = defaultdict(list)
    for played in evidence.played:
        if "share" in played.start:
            groups[played.start["share"]].append(played)
    for daily in Daily.objects.filter(judged=True):
        yield from _perfect_problems(str(daily), daily.perfect, groups[daily.share])
    for card in Card.objects.filter(judged=True).exclude(share=None):
        yield from _perfect_problems(card.code, card.perfect, groups[card.share or ""])


def _perfect_problems(name: str, perfect: int | None, games: Sequence[Played]) -> Complaints:
    rows = SeatAnalysis.objects.filter(game__in=[played.game for played in games])
    analysed = set(rows.values_list("data__perfect", flat=True))
    if analysed and analysed != {perfect}:
        yield f"{name}: perfect play scores {perfect}, in the analyses {analysed}"


# --- Ways to break them -------------------------------------------------------------------


def another_perfect_score(_: Evidence) -> None:
    """Let perfect play score a point more."""
    Daily.objects.filter(perfect__gt=0).update(perfect=F("perfect") + 1)
