"""Update the table of skill indexes after each analysed game."""

from collections.abc import Iterable

from games.core.rules import VARIANTS
from games.platform.database.upsert import upsert
from games.record.ratings.models import Skill
from games.site.study.analysis.models import SeatAnalysis
from games.site.study.analysis.skill import WINDOW, is_suspect, skill_index
from games.site.study.analysis.summary import Summary


def refresh_skills(players: Iterable[int], variant: str) -> None:
    """Recompute the skill indexes of players in a variant from their latest games.

    Call it in a transaction that has locked these players. Only official games have indexes.
    """
    if variant not in VARIANTS:
        return
    rows = {player: _skill(player, variant) for player in players}
    without = [player for player, row in rows.items() if row is None]
    if without:
        Skill.objects.filter(player__in=without, variant=variant).delete()
    upsert([row for row in rows.values() if row is not None], key=("player", "variant"))


def _skill(player: int, variant: str) -> Skill | None:
    """Return a player's row, or None without enough decisions.

    Leaves out games with hints, moves made by others on the player's behalf, and damaged games.
    Losses found by an older version of the analysis count until the game is analysed again.
    """
    found = SeatAnalysis.objects.filter(
        player=player, variant=variant, bot=False, hints=0, counted__gt=0, game__fault=None
    )
    newest = found.order_by("-finished_at", "-pk").values_list(*Summary._fields)
    index = skill_index(Summary(*columns) for columns in newest[:WINDOW])
    if index is None:
        return None
    return Skill(
        player_id=player,
        variant=variant,
        loss=index.loss,
        error=index.error,
        decisions=index.decisions,
        games=index.games,
        suspect=is_suspect(index, variant),
        listed=index.is_reliable,
    )
