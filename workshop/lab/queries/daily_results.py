"""Invented results of dailies, for measuring queries: no games are played."""

from datetime import date, timedelta

from django.db import connection, transaction

from games.people.accounts.models import User
from games.platform.clock import begin_of, monday_of
from games.platform.database.codes import new_code
from games.record.log.models import Game
from games.record.reveals.shared_dice import open_share
from games.site.events.daily.models import Daily, DailyEntry, DailyScore, DailyWeek

VARIANT = "yahtzee"
CHUNK = 10_000
LOWEST, SPREAD = 100, 250


def fill(players: int, days: int, last: date) -> Daily:
    """Store revealed dailies of the days up to `last`, each with a ranked result of every player.
    Return the newest. For an empty database.
    """
    people = [
        User(username=f"measured{number}", name=f"Measured{number}", is_guest=False)
        for number in range(players)
    ]
    User.objects.bulk_create(people, batch_size=CHUNK)
    ids = list(User.objects.filter(username__startswith="measured").values_list("pk", flat=True))
    for number in range(days):
        newest = _fill_day(ids, last - timedelta(days=days - 1 - number), number)
    _fill_weeks(ids, last)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return newest


@transaction.atomic
def _fill_day(players: list[int], day: date, number: int) -> Daily:
    began = begin_of(day)
    daily = Daily.objects.create(
        day=day, variant=VARIANT, share=open_share(), revealed_at=began, perfect=240, settled=True
    )
    counts: dict[int, int] = {}
    for at in range(0, len(players), CHUNK):
        chunk = players[at : at + CHUNK]
        games = Game.objects.bulk_create(
            [
                Game(
                    code=new_code(),
                    number=1,
                    variant=VARIANT,
                    status="finished",
                    replay=True,
                    share=daily.share,
                    verified=True,
                    created_at=began,
                    finished_at=began,
                )
                for _ in chunk
            ]
        )
        entries = [
            _entry(daily, player, game.pk, LOWEST + (7919 * player + 31 * number) % SPREAD)
            for player, game in zip(chunk, games, strict=True)
        ]
        DailyEntry.objects.bulk_create(entries)
        for entry in entries:
            counts[entry.total or 0] = counts.get(entry.total or 0, 0) + 1
    DailyScore.objects.bulk_create(
        [DailyScore(daily=daily, total=total, players=count) for total, count in counts.items()]
    )
    return daily


def _entry(daily: Daily, player: int, game: int, total: int) -> DailyEntry:
    return DailyEntry(
        daily=daily,
        player_id=player,
        game_id=game,
        day=daily.day,
        account=True,
        over=True,
        total=total,
        ranked=True,
        counted=True,
        judged=True,
        loss=5.0,
    )


def _fill_weeks(players: list[int], day: date) -> None:
    DailyWeek.objects.bulk_create(
        [
            DailyWeek(
                player_id=player,
                variant=VARIANT,
                begins=monday_of(day),
                points=LOWEST + 7919 * player % (7 * SPREAD),
                days=7,
            )
            for player in players
        ],
        batch_size=CHUNK,
    )
