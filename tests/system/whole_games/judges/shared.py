"""Same dice for everybody: what perfect play scores with them."""

from collections import defaultdict

from django.db.models import F

from games.models import Daily, SeatAnalysis
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played


def same_dice(evidence: Evidence) -> Complaints:
    """Dailies know the score of perfect play that the analyses of their games have."""
    groups: dict[str, list[Played]] = defaultdict(list)
    for played in evidence.played:
        if "share" in played.start:
            groups[played.start["share"]].append(played)
    for daily in Daily.objects.filter(judged=True):
        games = [played.game for played in groups[daily.share]]
        rows = SeatAnalysis.objects.filter(game__in=games)
        analysed = set(rows.values_list("data__perfect", flat=True))
        if analysed and analysed != {daily.perfect}:
            yield f"{daily}: perfect play scores {daily.perfect}, in the analyses {analysed}"


# --- Ways to break them -------------------------------------------------------------------


def another_perfect_score(_: Evidence) -> None:
    """Let perfect play score a point more."""
    Daily.objects.filter(perfect__gt=0).update(perfect=F("perfect") + 1)
