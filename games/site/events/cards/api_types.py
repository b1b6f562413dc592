"""Types of the API's answers about cards."""

from typing import Annotated

import msgspec

from games.core.engine.fields import GameCode, Milliseconds, Sha256
from games.core.protocol.frames import RulesId, prepare_structs
from games.core.protocol.room_view import RoomVariant
from games.site.events.cards.states import CardState
from games.site.shared.answers.types import Body, Code, FairLogEntry, Name


class CardGame(Body, frozen=True):
    """A game of a card: its code, and the hash of its last event."""

    code: GameCode
    head: Sha256


class CardProof(Body, frozen=True):
    """What the dice of a card are made of. docs/fairness.md has a program that checks it.

    `base`: the code under which the secret was committed to, for the sender's sealed seed. Before
    the reveal there is no more. Then come the seed (`salt` and `text`), the code of the group that
    is made of it (`share`), the `secret`, the `games` by code, and the entries of both codes in the
    public log. Seed and share stay null if the seed was never shown.
    """

    code: Code
    variant: RulesId
    switches: dict[str, str]
    base: GameCode
    commitment: Sha256
    seal: Sha256
    salt: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")] | None
    text: Annotated[str, msgspec.Meta(pattern="^[0-9A-Za-z]{1,32}$")] | None
    share: GameCode | None
    secret: Sha256 | None
    games: tuple[CardGame, ...]
    log: tuple[FairLogEntry, ...]


class CardResult(Body, frozen=True):
    """A result. `total`: null for a game that was not finished in time. `place`: ties share it;
    null without a total, and for further games from one browser (`same_device`). `loss`: points
    that the player's choices gave up, null until the game is analysed.
    """

    place: Annotated[int, msgspec.Meta(ge=1)] | None
    name: Name
    total: int | None
    loss: float | None
    game: GameCode
    same_device: bool


class Card(Body, frozen=True):
    """A contest with the same dice, by link. `sender`: null for a deleted account.

    `state`: "sealed" until the sender's browser has shown its seed, "open", "closing" while games
    are finished that have begun, then "revealed"; "closed" if it never opened; or "unreadable"
    without the key of its secret.
    Before the reveal `results` is empty. `perfect`: the score of perfect play without foresight,
    null until it is known.
    """

    code: Code
    sender: Name | None
    variant: RoomVariant
    state: CardState
    created_at: Milliseconds
    closes_at: Milliseconds
    perfect: int | None
    results: tuple[CardResult, ...]
    proof: CardProof


prepare_structs(__name__)
