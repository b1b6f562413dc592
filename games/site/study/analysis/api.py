"""Answers of the API about analyses, positions and dice."""

import msgspec

from games.core.numbers import whole
from games.core.rules import VARIANTS, InvalidDice, InvalidPosition, Position, find_variant
from games.core.solver import UnsupportedVariant, is_exact
from games.record.log.models import Game
from games.site.shared.answers.endpoint import (
    CODE,
    DAY,
    SHORT,
    VARIANT,
    Answer,
    ApiError,
    ApiErrorCode,
    Endpoint,
)
from games.site.shared.answers.types import DiceText
from games.site.study.analysis import api_types as types
from games.site.study.analysis.finished_game import FoundGame, find_game
from games.site.study.analysis.game_analysis import is_analysed
from games.site.study.analysis.hints import dice_worth
from games.site.study.analysis.hints import position_value as value_of
from games.site.study.analysis.models import SeatAnalysis

DICE = {"dice": (DiceText, "Five faces, such as 55512.")}


def find(code: str) -> FoundGame:
    """Return the game with this code, if everyone may see it now. Raises ApiError."""
    # Codes have no other characters: do not trouble the database with them.
    found = find_game(code) if code.isascii() and code.isalnum() else None
    if found is None:
        raise ApiError(ApiErrorCode.NOT_FOUND, "There is no game with this code.")
    if found.is_private_now:
        raise ApiError(ApiErrorCode.NOT_FOUND, "This game is still being played in a private room.")
    return found


def fingerprint(found: FoundGame) -> str:
    """Return a short text that changes whenever the analysis of a game does."""
    game = found.game
    facts = (game.status, game.analysed, is_analysed(game), game.is_damaged)
    return "-".join(map(str, (game.code, *facts)))


def game_analysis(found: FoundGame) -> types.GameAnalysis:
    """Return the analysis of a game, without seats while it is pending."""
    game = found.game
    rows = SeatAnalysis.objects.filter(game=game).order_by("seat") if is_analysed(game) else ()
    seats = tuple(msgspec.convert(row.data, types.SeatAnalysis) for row in rows)
    status = "ready" if seats else "none"
    if game.status == Game.Status.FINISHED and not is_analysed(game) and not game.is_damaged:
        status = "pending"
    return msgspec.convert(
        {
            "game": game.code,
            "variant": game.variant,
            "status": status,
            "exact": is_exact(find_variant(game.variant, **game.switches)),
            "seats": seats,
        },
        types.GameAnalysis,
        from_attributes=True,
    )


def position_value(text: str) -> types.PositionValue:
    """Return the value of a position and its options. Raises ApiError."""
    try:
        position = Position.parse(text)
    except InvalidPosition as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"text: {error}.") from error
    try:
        found = value_of(position)
    except UnsupportedVariant as error:
        raise ApiError(ApiErrorCode.NOT_FOUND, "These rules are not solved.") from error
    return msgspec.convert(found, types.PositionValue, from_attributes=True)


def worth_of_dice(variant: str, dice: str, rolls: int) -> types.DiceWorth:
    """Return the value of a roll in a single turn. Raises ApiError."""
    if variant not in VARIANTS:
        raise ApiError(ApiErrorCode.NOT_FOUND, "Unknown variant.")
    try:
        faces = tuple(whole(face) or 0 for face in dice)
        found = dice_worth(VARIANTS[variant], faces, rolls)
    except InvalidDice as error:
        raise ApiError(ApiErrorCode.NOT_FOUND, "dice must be five digits from 1 to 6.") from error
    boxes = tuple(types.CategoryPoints(*box) for box in found.boxes)
    turn = types.BestTurn(found.keep, found.expected)
    return msgspec.convert(
        {
            "variant": variant,
            "dice": faces,
            "rolls": rolls,
            "best": boxes[0],
            "boxes": boxes,
            "turn": turn,
        },
        types.DiceWorth,
        from_attributes=True,
    )


def _analysis(code: str) -> Answer:
    # An analysis has no names.
    found = find(code)
    max_age = None if is_analysed(found.game) else SHORT
    return Answer(lambda: game_analysis(found), fingerprint(found), max_age)


def _position(query: types.PositionQuery) -> Answer:
    return Answer(lambda: position_value(query.text))


def _dice(query: types.DiceQuery, variant: str, dice: str) -> Answer:
    return Answer(lambda: worth_of_dice(variant, dice, query.rolls))


ENDPOINTS = (
    Endpoint(
        "analysis",
        "games/{code}/analysis",
        "Analysis of a finished game",
        "Each choice with the points it lost, each roll with its luck, and the score of "
        "perfect play with the same dice. Available seconds after the end of the game.",
        types.GameAnalysis,
        in_path=CODE,
        max_age=DAY,
        read=_analysis,
    ),
    Endpoint(
        "position",
        "positions",
        "Value of a position",
        "All options in any position with their expected points to come under perfect play. "
        "Values are estimated for Triple Yahtzee.",
        types.PositionValue,
        types.PositionQuery,
        max_age=DAY,
        read=_position,
    ),
    Endpoint(
        "dice",
        "variants/{variant}/dice/{dice}",
        "Value of a roll",
        "The score of this roll in each category, and the best play if only this turn counted.",
        types.DiceWorth,
        types.DiceQuery,
        in_path={**VARIANT, **DICE},
        max_age=DAY,
        read=_dice,
    ),
)
