"""The endpoints of version 1, as the features bring them. Addresses, the OpenAPI document and the
API page use this list.
"""

from games.platform import parts
from games.site.shared.answers.endpoint import Endpoint

PREFIX = "/api/v1/"
ORDER = (
    *("variants", "game", "events", "analysis", "position", "dice", "player", "player_games"),
    *("leaderboard", "daily", "tournaments", "tournament", "fair_log", "fair_log_entries"),
    *("guests", "rooms"),
)
"""The order in which documents list the first endpoints. What came later follows."""


def _listed() -> dict[str, Endpoint]:
    """Return all endpoints by their ids. Raises ValueError if two have the same."""
    found = parts.brought("api", "ENDPOINTS", Endpoint)
    by_id = {each.id: each for each in found}
    if len(by_id) < len(found):
        raise ValueError("Two endpoints have the same id.")
    first = {id_: by_id[id_] for id_ in ORDER if id_ in by_id}
    return first | by_id


ENDPOINTS = _listed()
