"""A row's circle: the host makes it, the others come by its link, and its table is for it."""

import re

from tests.system.whole_games.journal import MadeCircle
from tests.system.whole_games.party import Party

ZONE = "Asia/Tokyo"
LINK = re.compile(r"/j/([A-Za-z0-9_-]+)/")


async def form_circle(party: Party) -> dict[str, str]:
    """Bring everybody of the party into a circle, if its table is opened for one; return the field
    of the form for a table.
    """
    if party.row["circle"] == "none":
        return {}
    site, host = party.site, party.host.person
    name = f"Circle of row {party.number}"
    form = {"name": name, "emblem": "anchor", "zone": ZONE}
    made = await site.page("/circles/new", host, form)
    assert made.status == 302, (made.status, made.body[-2000:])
    code = made.headers["location"].split("/")[2]
    await site.post(f"/circles/{code}/links", host, days="7")
    found = LINK.search((await site.page(f"/circles/{code}/members", host)).body)
    assert found is not None, "the circle has no link"
    for player in party.players[1:]:
        came = await site.post(f"/j/{found[1]}/", player.person)
        assert came == code, f"{player.person.name} was led to {came}"
    people = [player.person.id for player in party.players]
    site.journal.circles.append(MadeCircle(code, name, ZONE, party.number, people))
    return {"circle": code}
