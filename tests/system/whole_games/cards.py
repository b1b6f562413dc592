"""A row's card: one person makes it with a sealed seed, all play it by its link, then it ends."""

import json
from typing import Any

from tests.core.engine.fairness.reference import reference_group_code, reference_group_seal
from tests.system.whole_games.browser import Answer
from tests.system.whole_games.dimensions import switches_of, variant_of
from tests.system.whole_games.journal import MadeCard
from tests.system.whole_games.party import Party
from tests.system.whole_games.player import Player

DAYS = "7"


async def by_card(party: Party) -> None:
    """The first person makes a card, and everybody plays it at a table of their own."""
    party.card = await make_card(party)
    for player in party.players:
        await look(party, player)
        room = await party.site.post(f"/c/{party.card.code}/play", player.person)
        await player.enter(room)


async def make_card(party: Party) -> MadeCard:
    """Seal a seed, have the server commit to a secret, and show the seed."""
    row, host = party.row, party.host
    salt, text = f"{host.random.getrandbits(128):032x}", f"{host.random.getrandbits(48):x}"
    seal = reference_group_seal(salt, text)
    form = {"variant": variant_of(row), **switches_of(row), "days": DAYS, "seal": seal}
    made = told(await send(party, "/cards/new", form))
    card = MadeCard(made["code"], host.person.id, salt, text, made["base"], made["commitment"])
    known = await party.site.page(f"/c/{card.code}.json")
    assert told(known)["commitment"] == card.commitment
    opened = told(await send(party, f"/c/{card.code}/seed", {"salt": salt, "text": text}))
    assert opened["share"] == reference_group_code(card.base, salt, text)
    party.site.journal.cards.append(card)
    return card


async def look(party: Party, player: Player) -> None:
    """Open a card's page, its file and the API as a player: nobody may keep them, and programs
    learn no seed and no result.
    """
    assert party.card is not None
    code = party.card.code
    paths = (f"/c/{code}/", f"/c/{code}.json", f"/api/v1/cards/{code}")
    answers = [await party.site.page(path, player.person, server=player.number) for path in paths]
    assert [answer.status for answer in answers] == [200] * 3, paths
    assert all("no-store" in answer.headers["cache-control"] for answer in answers)
    _, proof, card = answers
    assert party.card.salt not in proof.body + card.body
    assert json.loads(card.body)["results"] == json.loads(proof.body)["games"] == []


async def end_card(party: Party) -> None:
    """The sender ends the card, so that its dice are revealed."""
    if party.card is not None:
        answer = await send(party, f"/c/{party.card.code}/end", {})
        assert answer.status == 302, answer.body[-2000:]


async def send(party: Party, path: str, form: dict[str, str]) -> Answer:
    """Send what the page's script sends."""
    return await party.site.page(path, party.host.person, form, accept="application/json")


def told(answer: Answer) -> dict[str, Any]:
    assert answer.status == 200, (answer.status, answer.body[-2000:])
    found: dict[str, Any] = json.loads(answer.body)
    return found
