"""Stores the foresight of a seat of a game, and the sums of its player."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Count, Sum

from games.record.log.models import Game, Scorecard
from games.record.ratings.counting import lock_players
from games.site.study.foresight.evidence import evidence
from games.site.study.foresight.index import GameForesight
from games.site.study.foresight.models import Foresight, SeatForesight

VERSION = 2
"""Increase it when a figure changes. Then all games are measured again, and older figures are not
shown.
"""
SUMS = ("choices", "loss", "surplus", "variance", "score", "tilt_1", "tilt_2", "tilt_3", "tilt_4")


@transaction.atomic
def record(game: Game, seat: int, found: GameForesight) -> bool:
    """Store the foresight of a seat of a game, once. Returns False if it was stored before.

    The seat of a bot or a deleted player counts for nobody.
    """
    cards = Scorecard.objects.filter(game=game, seat=seat, player__is_bot=False)
    player = cards.values_list("player", flat=True).first()
    people = [] if player is None else [player]
    # The lock lets only one of two workers go on, and computes a player's sums one at a time.
    lock_players(people)
    figures = dict(zip(SUMS, (*found[:5], *found.evidence), strict=True))
    _, is_new = SeatForesight.objects.get_or_create(
        game=game, seat=seat, defaults={"player_id": player, "version": VERSION, **figures}
    )
    if is_new:
        refresh(people)
    return is_new


@transaction.atomic
def record_game(game: Game, seats: Sequence[GameForesight]) -> None:
    """Store the foresight of all seats of a game, all or none: a game with one stored seat counts
    as measured. Results of an older version are replaced.
    """
    people = Scorecard.objects.filter(game=game, player__is_bot=False)
    players = list(people.values_list("player_id", flat=True))
    # All at once and in order, so that two workers cannot deadlock.
    lock_players(players)
    if SeatForesight.objects.filter(game=game, version__lt=VERSION).delete()[0]:
        refresh(players)
    for seat, found in enumerate(seats):
        record(game, seat, found)


@transaction.atomic
def refresh(players: Iterable[int]) -> None:
    """Compute the sums of these players again from their games. Players without games have none.
    Games measured only by an older version do not count.
    """
    for player in lock_players(sorted(players)):
        games = SeatForesight.objects.filter(player=player, version=VERSION)
        sums = games.aggregate(games=Count("pk"), **{name: Sum(name) for name in SUMS})
        if not sums["games"]:
            Foresight.objects.filter(player=player).delete()
            continue
        now = evidence([sums[f"tilt_{number}"] for number in range(1, 5)])
        present = Foresight.objects.filter(player=player, version=VERSION)
        before = present.values_list("peak", flat=True).first()
        peak = now if before is None else max(before, now)
        Foresight.objects.update_or_create(
            player_id=player,
            defaults={**sums, "evidence": now, "peak": peak, "version": VERSION},
        )


@transaction.atomic
def transfer(guest: int, account: int) -> None:
    """Give a guest's games to an account, except for games in which the account was, too. Call it
    while the scorecards are still the guest's.
    """
    theirs = Scorecard.objects.filter(player=account).values("game")
    if SeatForesight.objects.filter(player=guest).exclude(game__in=theirs).update(player=account):
        refresh((guest, account))
