"""Measures games in which several people had the same dice, once the dice are revealed.

Stores the foresight of each seat, and the sums of its player.
These are the games of groups that share their dice, and those with the same dice at one table.
"""

import logging
from collections.abc import Iterable, Sequence

from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Sum

from games.core.engine import Event, initial_state
from games.core.engine.events import GameAborted, GameFinished, GameStarted
from games.core.engine.fairness import FairDice
from games.core.rules import find_variant, is_readable
from games.core.solver import is_exact, is_supported
from games.record.fairness.models import DiceShare
from games.record.fairness.public_log import shared_secret
from games.record.log.damage import mark_damaged, verify_ended
from games.record.log.models import Game, Scorecard
from games.record.log.verifying import Unreadable, WrongDice, checked_dice, read_log
from games.record.ratings.counting import lock_players
from games.record.solving.models import RuleSet
from games.record.solving.requests import ask, is_ready
from games.site.study.analysis.dice_sequence import DiceSequence
from games.site.study.analysis.ledger import Unanalysable, read_ledgers
from games.site.study.foresight.evidence import evidence
from games.site.study.foresight.index import GameForesight, foresight, total
from games.site.study.foresight.models import Foresight, SeatForesight

VERSION = 2
"""Increase it when a figure changes. Then all games are measured again, and older figures are not
shown.
"""
SUMS = ("choices", "loss", "surplus", "variance", "score", "tilt_1", "tilt_2", "tilt_3", "tilt_4")

logger = logging.getLogger(__name__)

GAMES_AT_ONCE = 20
TABLES_AT_ONCE = 4


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


def count_foresight() -> int:
    """Measure some games, and return how many: up to `GAMES_AT_ONCE` games of revealed groups. If
    there are none, up to `TABLES_AT_ONCE` tables that had the same dice for everybody, or games
    that an older version has measured.
    """
    # All games count, even if players left: choosing games by their course would be unfair. Damaged
    # games do not count, because their dice are not the dealt ones.
    return _count_groups() or _count_tables() or _count_again()


def uncounted() -> tuple[QuerySet[DiceShare], QuerySet[Game], QuerySet[SeatForesight]]:
    """Return the groups, tables and seats that must be measured, without those whose house rules
    somebody solves first.
    """
    unsolved = RuleSet.objects.exclude(state=RuleSet.State.SOLVED)
    of_table, of_seat = OuterRef("variant"), OuterRef("game__variant")
    return (
        DiceShare.objects.filter(closed=True, foresight_counted=False),
        Game.objects.filter(foresight_counted=False).exclude(
            Exists(unsolved.filter(text=of_table))
        ),
        SeatForesight.objects.filter(version__lt=VERSION).exclude(
            Exists(unsolved.filter(text=of_seat))
        ),
    )


def _count_groups() -> int:
    groups, _, _ = uncounted()
    for share in groups.order_by("pk"):
        games = _unmeasured(share.code)
        if games:
            return _count(games)
        DiceShare.objects.filter(pk=share.pk).update(foresight_counted=True)
    return 0


def _unmeasured(share: str) -> list[Game]:
    measured = SeatForesight.objects.filter(game=OuterRef("pk"))
    games = Game.objects.filter(share=share, fault=None).exclude(status=Game.Status.CANCELLED)
    return list(games.exclude(Exists(measured)).order_by("pk")[:GAMES_AT_ONCE])


def _count_tables() -> int:
    _, waiting, _ = uncounted()
    texts = waiting.order_by("variant").values_list("variant", flat=True).distinct()
    ready = waiting.exclude(variant__in=_unready(texts))
    tables = list(ready.order_by("pk")[:TABLES_AT_ONCE])
    _count(tables)
    Game.objects.filter(pk__in=[game.pk for game in tables]).update(foresight_counted=True)
    return len(tables)


def _unready(texts: Iterable[str]) -> list[str]:
    """Return those of these rules that must be solved before, and ask for that."""
    unready = [
        variant
        for variant in (find_variant(text) for text in texts if is_readable(text))
        if is_exact(variant) and not is_ready(variant)
    ]
    for variant in unready:
        ask(variant)
    return [variant.id for variant in unready]


def _count_again() -> int:
    _, _, older = uncounted()
    texts = older.order_by("game__variant").values_list("game__variant", flat=True).distinct()
    ready = older.exclude(game__variant__in=_unready(texts))
    ids = list(ready.order_by("version", "pk").values_list("game", flat=True)[:TABLES_AT_ONCE])
    games = list(Game.objects.filter(pk__in=ids).order_by("pk"))
    _count(games)
    # What is left are seats of damaged games.
    SeatForesight.objects.filter(game__in=ids, version__lt=VERSION).delete()
    return len(games)


def _count(games: Sequence[Game]) -> int:
    """Measure these games, which are over, and store what was found. Return how many there are."""
    found = Game.objects.filter(pk__in=[game.pk for game in games])
    verify_ended(found)
    for game in found.filter(verified=True, fault=None).order_by("pk"):
        _count_game(game)
    return len(games)


def _count_game(game: Game) -> None:
    """Store the foresight of each seat of a game. A game that cannot be analysed counts as one
    without choices for each of them, and the others go on.
    """
    try:
        secret = shared_secret(game.share) if game.share else None
        seats = seats_of([logged.event for logged in read_log(game.pk)], secret)
    except (Unreadable, WrongDice) as problem:
        mark_damaged(game, str(problem))
        return
    except Unanalysable as reason:
        logger.info("game %s has no foresight: %s", game.code, reason)
        seats = _without_choices(game)
    except (DatabaseError, InterfaceError):
        raise  # tried again
    except Exception:  # whatever is wrong with it
        logger.exception("the foresight of game %s could not be measured", game.code)
        seats = _without_choices(game)
    record_game(game, seats)


def _without_choices(game: Game) -> list[GameForesight]:
    return [total(())] * game.scorecards.count()


def seats_of(log: Sequence[Event], shared: str | None = None) -> list[GameForesight]:
    """Return the foresight of each seat of a game that is over. `shared`: the secret (hex) of a
    game that shares it with others.

    Raises Unanalysable, and WrongDice unless the log has the dice of secret and seeds.
    """
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy

    start, end = log[0], log[-1]
    secret = (isinstance(end, GameFinished | GameAborted) and end.secret) or shared
    if not isinstance(start, GameStarted) or not secret:
        raise Unanalysable("the game is not over, or its secret is not revealed")
    variant = initial_state(start).variant
    if not is_supported(variant):
        raise Unanalysable("these rules cannot be solved")
    dice = checked_dice(log, bytes.fromhex(secret))
    ledgers = read_ledgers(log, solver.options, is_exact(variant))
    return [
        foresight(ledger, _sequence(dice, ledger.seat), solver.roll_values) for ledger in ledgers
    ]


def _sequence(dice: FairDice, seat: int) -> DiceSequence:
    def throw(turn: int, roll: int, position: int) -> int:
        return dice.throw(seat, turn, roll, position)

    return throw
