"""Analyses finished games, each once per version of the analysis; and finds what perfect play
scores with dice that many games share.

First the game is verified and the analysis computed. Then one transaction claims the game and
stores the result. So a killed worker leaves nothing half done, and if two workers analyse the same
game, only one stores it.
"""

import logging
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games.core.engine import Event, initial_state
from games.core.engine.events import GameFinished, GameStarted, HintGiven
from games.core.engine.fairness import FairDice
from games.core.rules import Variant, find_variant, is_readable
from games.core.solver import is_exact
from games.platform.database.upsert import upsert
from games.record.fairness.public_log import shared_secret
from games.record.log.damage import mark_damaged, verify_ended
from games.record.log.models import Game, Scorecard
from games.record.log.verifying import Unreadable, WrongDice, checked_dice, read_log
from games.record.ratings.counting import lock_players
from games.record.solving.requests import ask, is_ready, solved
from games.site.study.analysis.dice_sequence import play_perfectly
from games.site.study.analysis.ledger import SeatLedger, Unanalysable, read_ledgers
from games.site.study.analysis.models import SeatAnalysis
from games.site.study.analysis.skill import refresh_skills
from games.site.study.analysis.summary import seat_data, summarise

logger = logging.getLogger(__name__)

VERSION = 4
"""Increase it when the analysis or the solver's estimates change. Then all games are analysed
again, and results of older versions are not shown.
"""
BATCH_SIZE = 20


def is_analysed(game: Game) -> bool:
    return VERSION <= game.analysed < Game.ANALYSED_LATER and not game.is_damaged


def current_analyses() -> QuerySet[SeatAnalysis]:
    """Return the analyses of this version, of games that are not damaged."""
    return SeatAnalysis.objects.filter(
        game__analysed__gte=VERSION, game__analysed__lt=Game.ANALYSED_LATER, game__fault=None
    )


def games_to_analyse(skip: Collection[int] = ()) -> list[int]:
    """Return the ids of up to `BATCH_SIZE` finished games that lack an analysis of this version.
    Leaves out the ids in `skip`.
    """
    # Games that were never analysed come first, oldest first. Then come games with an older
    # version, newest first, because players look at these.
    never, older = unanalysed(skip)
    found = list(never.order_by("finished_at", "pk").values_list("pk", flat=True)[:BATCH_SIZE])
    newest = older.order_by("-analysed", "-finished_at").values_list("pk", flat=True)
    return found + list(newest[: BATCH_SIZE - len(found)])


def unanalysed(skip: Collection[int] = ()) -> tuple[QuerySet[Game], QuerySet[Game]]:
    """Return the finished games that were never analysed, and the ones with an older version."""
    games = Game.objects.filter(status=Game.Status.FINISHED, fault=None).exclude(pk__in=skip)
    return games.filter(analysed=0), games.filter(analysed__gt=0, analysed__lt=VERSION)


def allow_analysis(game_id: int) -> None:
    """Let a game be analysed that had to wait for its secret."""
    Game.objects.filter(pk=game_id, analysed=Game.ANALYSED_LATER).update(analysed=0)


def analyse_revealed(game_id: int) -> SeatAnalysis | None:
    """Analyse a game of one player that had to wait for its secret, which is revealed now. Return
    the analysis, None if there can be none.
    """
    allow_analysis(game_id)
    analyse_game(game_id)
    return SeatAnalysis.objects.filter(game=game_id).first()


def release_games() -> int:
    """Let the games be analysed whose rules are solved now, and ask for the tables that others wait
    for. Returns how many games can be analysed.
    """
    waiting = Game.objects.filter(
        status=Game.Status.FINISHED, analysed=Game.ANALYSED_LATER, share=None
    )
    for text in waiting.values_list("variant", flat=True).distinct()[:BATCH_SIZE]:
        if is_readable(text):
            ask(find_variant(text))
    return waiting.filter(variant__in=solved().values("text")).update(analysed=0)


def analyse_game(game_id: int) -> bool:
    """Analyse a game and store the result. Returns False if this was done before, or if the game is
    damaged.
    """
    # A game that cannot be analysed, because its rules have changed, is marked as done with no
    # seats.
    verify_ended(Game.objects.filter(pk=game_id))
    game = Game.objects.get(pk=game_id)
    if game.status != Game.Status.FINISHED or game.analysed >= VERSION or not game.is_sound:
        return False
    variant = find_variant(game.variant, **game.switches)
    if is_exact(variant) and not is_ready(variant):
        # `release_games` asks for the table, and lets it go on.
        Game.objects.filter(pk=game.pk).update(analysed=Game.ANALYSED_LATER)
        return False
    try:
        secret = shared_secret(game.share) if game.share else None
        seats = analyse([logged.event for logged in read_log(game_id)], secret)
    except (Unreadable, WrongDice) as problem:
        mark_damaged(game, str(problem))
        return False
    except Unanalysable as reason:
        logger.info("game %s cannot be analysed: %s", game.code, reason)
        seats = []
    return _store(game, seats)


def analyse(
    log: Sequence[Event], shared: str | None = None
) -> list[tuple[SeatLedger, dict[str, Any]]]:
    """Return the ledger of each seat of a finished game, and its analysis as JSON values.

    `shared`: the secret (hex) of a game that shares it with others. Raises Unanalysable, and
    WrongDice unless the log has the dice of secret and seeds.
    """
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy
    from games.core.winning import has_outlook, win_curve  # noqa: PLC0415 - the same

    if not log or not isinstance(log[-1], GameFinished) or not isinstance(log[0], GameStarted):
        raise Unanalysable("the log has no result")
    start, secret = log[0], log[-1].secret or shared
    if not secret:
        raise Unanalysable("the secret is not revealed")
    begun = initial_state(start)
    if not solver.is_supported(begun.variant):
        raise Unanalysable("these rules cannot be solved")
    variant, dice = begun.variant, checked_dice(log, bytes.fromhex(secret))
    ledgers = read_ledgers(log, solver.options, solver.is_exact(variant))
    hints = Counter(event.seat for event in log if isinstance(event, HintGiven))
    # Win probabilities are those of independent dice.
    has_curve = len(ledgers) > 1 and begun.dice == "own" and has_outlook(variant)
    curve = win_curve(log) if has_curve else []

    def analysed(ledger: SeatLedger) -> dict[str, Any]:
        def sequence(turn: int, roll: int, position: int) -> int:
            return dice.throw(ledger.seat, turn, roll, position)

        perfect = play_perfectly(variant, sequence, solver.options)
        others = [other for other in ledgers if other is not ledger]
        chances = [entry[ledger.seat] for entry in curve]
        return seat_data(ledger, perfect, others, hints[ledger.seat], chances)

    return [(ledger, analysed(ledger)) for ledger in ledgers]


@transaction.atomic
def _store(game: Game, seats: Sequence[tuple[SeatLedger, dict[str, Any]]]) -> bool:
    if not Game.objects.filter(pk=game.pk, analysed__lt=VERSION).update(analysed=VERSION):
        return False
    # Replays count for no player: playing with known dice shows no skill.
    cards = Scorecard.objects.filter(game=game, game__replay=False)
    players = dict(cards.values_list("seat", "player"))
    rows = [_row(game, players.get(ledger.seat), ledger, data) for ledger, data in seats]
    # Lock the players: otherwise two games stored at once would miss each other in the index.
    people = {row.player_id for row in rows if row.player_id is not None and not row.bot}
    lock_players(sorted(people))
    if rows:
        # Replaces the rows of an older version of the analysis.
        upsert(rows, key=("game", "seat"))
    else:
        SeatAnalysis.objects.filter(game=game).delete()
    refresh_skills(people, game.variant)
    return True


def _row(game: Game, player: int | None, ledger: SeatLedger, data: dict[str, Any]) -> SeatAnalysis:
    summary = summarise(ledger)
    assert game.finished_at is not None
    return SeatAnalysis(
        game=game,
        seat=ledger.seat,
        player_id=player,
        variant=game.variant,
        finished_at=game.finished_at,
        bot=ledger.is_bot,
        hints=data["hints"],
        counted=summary.counted,
        loss=summary.loss,
        squares=summary.squares,
        data=data,
    )


def perfect_score_with(share: str, variant: Variant) -> int:
    """Return the score of perfect play, without foresight, with the dice of a group of games.

    Imports the solver, which takes a second the first time. Raises ValueError if the dice are not
    revealed.
    """
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy

    secret = shared_secret(share)
    if secret is None:
        raise ValueError("the dice are not revealed")
    dice = FairDice(bytes.fromhex(secret), share, (), None, variant.faces, same=True)

    def sequence(turn: int, roll: int, position: int) -> int:
        return dice.throw(0, turn, roll, position)

    return play_perfectly(variant, sequence, solver.options).score
