"""The games with real dice, or with dice of a browser, that an account keeps."""

import hashlib
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import IntegrityError, models, transaction

from games.core.bots.personalities import PERSONALITIES
from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import name_of
from games.people.accounts.models import User
from games.people.accounts.personal_data import Rows
from games.platform.clock import utc_now
from games.platform.language import isolated
from games.platform.limits.rates import LimitedError, spend
from games.site.study.real_dice.card import BadCard, RealGame, Upload, game_of
from games.site.study.real_dice.models import RealDiceGame

MOST_KEPT = 500


class KeptLine(NamedTuple):
    """A kept game in a list."""

    row: RealDiceGame
    name: str
    totals: str


def keep(
    player: User,
    upload: Upload,
    game: RealGame,
    verdict: dict[str, Any],
    offline: UUID | None = None,
) -> RealDiceGame:
    """Keep a game; the same card again is the same game. Raises BadCard if there are too many.

    `offline`: what a browser calls a game with dice of its own. Whatever is sent under this name
    again is the same game; LimitedError if there are too many in a day.
    """
    # Release 1.0 reads cards strictly, so the bots are beside the verdict.
    bots = [each if each in PERSONALITIES else None for each in upload.bots]
    upload = msgspec.structs.replace(upload, bots=())
    if offline is not None and any(bots) and len(bots) == len(upload.names):
        verdict = {**verdict, "bots": bots}
    values = {
        "text": game.variant.id,
        "card": msgspec.to_builtins(upload),
        "verdict": verdict,
        "offline": offline,
    }
    digest = hashlib.sha256(msgspec.json.encode(upload)).hexdigest()
    same = models.Q(digest=digest)
    if offline is not None:
        if any(turn.kind != "rolls" for turn in upload.turns):
            raise BadCard("impossible", "Every roll of the browser must be there.")
        same |= models.Q(offline=offline)
    mine = RealDiceGame.objects.filter(player=player)
    known = mine.filter(same).order_by("pk").first()
    if known is not None:
        return known
    if offline is not None:
        spend("offline-game", player.pk)
    try:
        with transaction.atomic():
            _check_room(player, offline is not None)
            return mine.create(player=player, digest=digest, **values)
    except IntegrityError:
        # Another request was faster. Its games may be two: one with this card, one of this name.
        known = mine.filter(same).order_by("pk").first()
        if known is None:
            raise
        return known


def _check_room(player: User, is_offline: bool) -> None:
    """Raise BadCard or LimitedError if the player keeps too much, whichever processes kept it."""
    # Two requests at once would count the same rows.
    list(User.objects.select_for_update(no_key=True).filter(pk=player.pk).values_list("pk"))
    mine = RealDiceGame.objects.filter(player=player)
    if mine.count() >= MOST_KEPT:
        raise BadCard("full", "You keep %(most)s games. Please delete some first.", most=MOST_KEPT)
    if not is_offline:
        return
    times, seconds = settings.LIMITS["offline-game"]
    since = utc_now() - timedelta(seconds=seconds)
    today = mine.filter(offline__isnull=False, kept_at__gt=since).order_by("-kept_at")
    if (last := today.values_list("kept_at", flat=True)[times - 1 : times].first()) is not None:
        raise LimitedError((last - since).total_seconds())


def find(code: str) -> RealDiceGame | None:
    return RealDiceGame.objects.select_related("player", "circle").filter(code=code.lower()).first()


def forget(player: User, code: str) -> bool:
    """Delete a game. Raises Refused while it counts for a circle."""
    mine = RealDiceGame.objects.filter(player=player, code=code.lower())
    if mine.filter(circle__isnull=False).exists():
        raise Refused(ErrorCode.FORBIDDEN, "This game counts for a circle. Take it back first.")
    return bool(mine.delete()[0])


def give(row: RealDiceGame, circle_id: int | None) -> bool:
    """Give a game to a circle, None: take it back. Return whether that changed anything: a game
    counts for one circle only.
    """
    rows = RealDiceGame.objects.filter(pk=row.pk, circle__isnull=circle_id is not None)
    if circle_id is not None:
        rows = rows.filter(offline=None)
    return bool(rows.update(circle=circle_id))


def forget_all(player: User) -> None:
    RealDiceGame.objects.filter(player=player).delete()


def upload_of(row: RealDiceGame) -> Upload:
    return msgspec.convert(row.card, Upload)


def game_in(row: RealDiceGame) -> RealGame | None:
    """Return a kept game; None if another version of the rules made it."""
    try:
        return game_of(upload_of(row))
    except BadCard:
        return None


def kept_games(player: User) -> list[KeptLine]:
    """Return what a player keeps, newest first."""
    return [
        KeptLine(row, name_of(row.text), _totals(row))
        for row in RealDiceGame.objects.filter(player=player)[:MOST_KEPT]
    ]


def _totals(row: RealDiceGame) -> str:
    names, seats = row.card["names"], row.verdict["seats"]
    ranked = sorted(zip(names, seats, strict=True), key=lambda pair: pair[1]["place"])
    return " · ".join(f"{isolated(name)} {seat['total']}" for name, seat in ranked)


def exported(player: User) -> Rows:
    return Rows(
        RealDiceGame.objects.filter(player=player),
        lambda row: {
            "code": row.code,
            "kept": row.kept_at.isoformat(),
            "card": row.card,
            "dice": "real" if row.offline is None else "browser",
        },
    )
