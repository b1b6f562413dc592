"""Same dice for everybody: places by the share of perfect play, and what perfect play scores."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from django.db.models import F

from games.models import Daily, SeatAnalysis, Tournament, TournamentEntry
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played


def same_dice(evidence: Evidence) -> Complaints:
    """Players of an event stand in the order of their shares of perfect play, by the totals of the
    logs. Events and dailies know the score of perfect play that the analyses of their games have.
    """
    groups: dict[str, list[Played]] = defaultdict(list)
    for played in evidence.played:
        if "share" in played.start:
            groups[played.start["share"]].append(played)
    for event in Tournament.objects.filter(kind="duplicate", finished_at__isnull=False):
        yield from _perfect_problems(event.code, event.perfect, groups[event.share])
        yield from _place_problems(event, groups[event.share])
    for daily in Daily.objects.filter(judged=True):
        yield from _perfect_problems(str(daily), daily.perfect, groups[daily.share])


def _perfect_problems(name: str, perfect: int | None, games: Sequence[Played]) -> Complaints:
    rows = SeatAnalysis.objects.filter(game__in=[played.game for played in games])
    analysed = set(rows.values_list("data__perfect", flat=True))
    if analysed and analysed != {perfect}:
        yield f"{name}: perfect play scores {perfect}, in the analyses {analysed}"


def _place_problems(event: Tournament, games: Sequence[Played]) -> Complaints:
    """Compare places with the totals of full cards. An event that was cut short has none."""
    if not event.perfect or not all(played.is_finished for played in games):
        return
    shares = {
        seat["player"]: Fraction(total, event.perfect)
        for played in games
        for seat, total in zip(played.start["seats"], played.end.data["totals"], strict=True)
    }
    for entry in event.entries.filter(player__in=shares):
        place = 1 + sum(share > shares[entry.player_id] for share in shares.values())
        if entry.place != place:
            yield f"{event.code}: {entry.player_id} has place {entry.place}, not {place}"


# --- Ways to break them -------------------------------------------------------------------


def another_place(_: Evidence) -> None:
    """Put somebody a place lower."""
    row = TournamentEntry.objects.filter(tournament__kind="duplicate", place=1).order_by("pk")[0]
    TournamentEntry.objects.filter(pk=row.pk).update(place=F("place") + 1)


def another_perfect_score(_: Evidence) -> None:
    """Let perfect play score a point more."""
    Tournament.objects.filter(perfect__gt=0).update(perfect=F("perfect") + 1)
