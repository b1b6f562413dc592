"""Seals as a browser makes them: from the protocol's page alone."""

import hashlib
import secrets
from typing import Any, NamedTuple

from games.models import User
from tests.support.client import Client


class Kept(NamedTuple):
    """What a browser keeps of its seed for one game."""

    game: str
    salt: str
    text: str
    seal: str

    @property
    def seed(self) -> str:
        return self.salt + self.text


def make_seal(game: str, player: int, text: str = "myseed", salt: str | None = None) -> Kept:
    fresh = secrets.token_hex(16) if salt is None else salt
    whole = f"seal|{game}|{player}|{fresh}|{text}"
    return Kept(game, fresh, text, hashlib.sha256(whole.encode()).hexdigest())


async def seal(client: Client, player: User, text: str = "myseed") -> Kept:
    """Seal a seed for the next game of the room."""
    kept = make_seal(client.room["next"]["game"], player.pk, text)
    answer = await client.ask("seal", game=kept.game, seal=kept.seal)
    assert answer["type"] == "ack", answer
    return kept


async def reveal(client: Client, kept: Kept) -> dict[str, Any]:
    return await client.ask("reveal", game=kept.game, salt=kept.salt, text=kept.text)
