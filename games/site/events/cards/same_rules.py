"""The link to a new card with the same rules."""

from urllib.parse import urlencode

from games.core.rules import Variant


def changed_switches(rules: Variant) -> dict[str, str]:
    """Return the switches that are not as usual, by id."""
    usual = {id_: switch.default for id_, switch in rules.switch_choices.items()}
    return {id_: value for id_, value in rules.switches.items() if value != usual[id_]}


def rules_query(rules: Variant) -> str:
    """Return the query of `/cards/new` that chooses these rules."""
    return urlencode({"variant": rules.id, **changed_switches(rules)})
