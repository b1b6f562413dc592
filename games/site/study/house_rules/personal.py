"""The house rules that a player keeps."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.study.house_rules import kept
from games.site.study.house_rules.models import KeptRules


def export(player: User) -> dict[str, Any]:
    rows = KeptRules.objects.filter(player=player)
    return {
        "house_rules": {row.name: row.text for row in rows},
        "house_rules_shown": [row.name for row in rows if row.shown],
    }


merge = kept.transfer
forget = kept.forget_all


PERSONAL = Personal(export=export, merge=merge, forget=forget)
