"""The analyses of a player's games, and their skill."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal, Rows
from games.record.log.models import Scorecard
from games.record.ratings.models import Skill
from games.site.study.analysis.game_analysis import current_analyses
from games.site.study.analysis.models import SeatAnalysis

AT_ONCE = 20
"""An analysis has up to 72 kB."""


def export(player: User) -> dict[str, Any]:
    """Return the analyses of the player's games, and their skill in each variant. Leaves
    out figures by older versions of the analysis, which are being computed again.
    """
    analyses = current_analyses().filter(player=player).select_related("game").order_by("pk")
    return {
        "analyses": Rows(
            analyses,
            lambda each: {"game": each.game.code, "seat": each.seat, **each.data},
            AT_ONCE,
        ),
        "skills": [
            {
                "variant": skill.variant,
                "loss": skill.loss,
                "error": skill.error,
                "decisions": skill.decisions,
                "games": skill.games,
            }
            for skill in Skill.objects.filter(player=player)
        ],
    }


def merge(guest: User, account: User) -> None:
    """Give the account the analyses of the guest's games. Call it while the scorecards still say
    which games were the account's before.
    """
    theirs = Scorecard.objects.filter(player=account).values("game")
    SeatAnalysis.objects.filter(player=guest).exclude(game__in=theirs).update(player=account)


PERSONAL = Personal(export=export, merge=merge)
