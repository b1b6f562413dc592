"""The public log is a chain: any later change of an entry is noticed."""

import hashlib
from typing import Any

import msgspec
import pytest

from games.core.engine.fair_log import EMPTY, NO_HASH, ChainCheck, ChainEntry, following, hash_of

SECRETS = {game: hashlib.sha256(game.encode()).digest() for game in ("aaaa", "bbbb")}
COMMITMENTS = {game: hashlib.sha256(secret).hexdigest() for game, secret in SECRETS.items()}
TOLD = [
    ("commitment", "aaaa", COMMITMENTS["aaaa"]),
    ("commitment", "bbbb", COMMITMENTS["bbbb"]),
    ("reveal", "bbbb", SECRETS["bbbb"].hex()),
    ("closed", "aaaa", SECRETS["aaaa"].hex()),
]


def chain(told: list[tuple[str, str, str]] = TOLD) -> list[ChainEntry]:
    """These entries, one a second."""
    entries: list[ChainEntry] = []
    for number, (kind, game, value) in enumerate(told):
        head = entries[-1] if entries else EMPTY
        entries.append(following(head, 1000 * number, kind, game, value))
    return entries


def problems(entries: list[ChainEntry]) -> list[str]:
    check = ChainCheck()
    return [problem for entry in entries for problem in check.add(entry)]


def test_it_hashes_the_line_that_the_docs_describe() -> None:
    previous = "0" * 64
    for index, (entry, (kind, game, value)) in enumerate(zip(chain(), TOLD, strict=True), 1):
        line = f"log|{index}|{(index - 1) * 1000}|{kind}|{game}|{value}|{previous}"
        previous = hashlib.sha256(line.encode("ascii")).hexdigest()
        assert entry == ChainEntry(
            index, (index - 1) * 1000, kind, game, value, entry.previous, previous
        )
    assert chain()[0].previous == NO_HASH


def test_it_finds_nothing_wrong_with_a_chain() -> None:
    check = ChainCheck()
    for number, entry in enumerate(chain(), 1):
        assert check.add(entry) == []
        assert check.head == entry
        assert len(check.open) == [1, 2, 1, 0][number - 1]


@pytest.mark.parametrize("place", range(len(TOLD)))
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("index", 9),
        ("at", 7),
        ("kind", "aborted"),
        ("game", "cccc"),
        ("value", "12" * 32),
        ("previous", "ab" * 32),
        ("hash", "ab" * 32),
    ],
)
def test_it_notices_a_change_of_any_field(place: int, field: str, value: Any) -> None:
    entries = chain()
    entries[place] = msgspec.structs.replace(entries[place], **{field: value})
    assert problems(entries)


@pytest.mark.parametrize("place", range(len(TOLD)))
def test_it_notices_an_entry_that_is_written_again_with_a_new_hash(place: int) -> None:
    entries = chain()
    changed = msgspec.structs.replace(entries[place], at=entries[place].at + 1)
    entries[place] = msgspec.structs.replace(changed, hash=hash_of(changed))
    # The last one can only be noticed by those who saw it: its hash is the head.
    assert bool(problems(entries)) == (place < len(TOLD) - 1)


@pytest.mark.parametrize("place", range(len(TOLD) - 1))
def test_it_notices_a_missing_entry(place: int) -> None:
    entries = chain()
    del entries[place]
    assert problems(entries)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (("reveal", "bbbb", SECRETS["bbbb"].hex()), "game bbbb has ended before"),
        (("commitment", "aaaa", COMMITMENTS["aaaa"]), "a second commitment for game aaaa"),
        (("closed", "cccc", SECRETS["aaaa"].hex()), "game cccc has no commitment"),
        (("gift", "aaaa", SECRETS["aaaa"].hex()), "unknown kind 'gift'"),
    ],
)
def test_it_notices_what_does_not_belong_together(more: tuple[str, str, str], problem: str) -> None:
    assert problems(chain([*TOLD, more])) == [f"entry 5: {problem}"]


def wrong(is_higher: bool) -> str:
    """Return a secret that does not fit, whose hash is higher or lower than the commitment."""
    secrets = (f"{number:064x}" for number in range(100_000))
    return next(
        secret
        for secret in secrets
        if (hashlib.sha256(bytes.fromhex(secret)).hexdigest() > COMMITMENTS["aaaa"]) is is_higher
    )


@pytest.mark.parametrize("secret", [wrong(True), wrong(False), "no hex"])
def test_it_notices_a_secret_that_does_not_fit(secret: str) -> None:
    told = [TOLD[0], ("closed", "aaaa", secret)]
    assert problems(chain(told)) == ["entry 2: the secret does not fit the commitment"]
