"""Answers of the API about analyses, positions and dice."""

import msgspec

from games.core.numbers import whole
from games.core.rules import VARIANTS, InvalidDice, InvalidPosition, Position, find_variant
from games.core.solver import UnsupportedVariant, is_exact
from games.record.log.models import Game
from games.site.archive.history.record import FoundGame
from games.site.front.api.errors import ApiError, ApiErrorCode
from games.site.study.analysis import api_types as types
from games.site.study.analysis.game_analysis import is_analysed
from games.site.study.analysis.hints import dice_worth
from games.site.study.analysis.hints import position_value as value_of
from games.site.study.analysis.models import SeatAnalysis


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
