"""Verifies the public log: the chain itself, and that the logs of games agree with it."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import msgspec
from django.db.models import OuterRef, QuerySet, Subquery

from games.core.engine.fair_log import (
    CLOSED,
    COMMITMENT,
    LOG,
    ChainCheck,
    ChainEntry,
)
from games.core.engine.fairness import group_code, group_seal
from games.record.fairness.models import DiceShare, FairLogEntry
from games.record.fairness.public_log import COLUMNS, read_entries
from games.record.log.models import Game, GameEvent
from games.record.log.records import group_hash
from games.record.reveals.public_log_ends import KINDS

CHUNK = 1000


FIELDS = ("index", "time", "kind", "game", "value", "previous", "hash")


class SeededGroup(NamedTuple):
    """A group whose code (`share`) is made of a seed (`salt` and `text`, sealed before) and of the
    code under which its secret was committed to (`base`).
    """

    base: str
    seal: str
    salt: str
    text: str
    share: str


class Verification:
    """A check of entries, and the problems that it has found, in words."""

    def __init__(self, heads: Iterable[tuple[int, str]] = ()) -> None:
        self.problems: list[str] = []
        self.check = ChainCheck()
        self._wanted: dict[int, set[str]] = {}
        for index, hash_ in heads:
            self._wanted.setdefault(index, set()).add(hash_)

    def run(self, entries: Iterable[ChainEntry]) -> None:
        """Check all entries of a log from the first, and that the log contains the heads."""
        for entry in entries:
            self.problems += self.check.add(entry)
            for wanted in self._wanted.pop(entry.index, set()) - {entry.hash}:
                self.problems.append(f"entry {entry.index}: its hash should be {wanted}")
        self.problems += [f"entry {index} is missing" for index in sorted(self._wanted)]


def stored_entries() -> Iterator[ChainEntry]:
    """Yield all entries of the database, in order."""
    rows = FairLogEntry.objects.order_by("index").values_list(*COLUMNS)
    return (ChainEntry(*row) for row in rows.iterator(chunk_size=CHUNK))


def saved_entries(paths: Iterable[Path]) -> Iterator[ChainEntry]:
    """Yield the entries of downloaded parts (CSV), in order. Raises ValueError for other files."""
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            if tuple(rows.fieldnames or ()) != FIELDS:
                raise ValueError(f"{path} is no part of the log: its columns should be {FIELDS}")
            for row in rows:
                index, at, *texts = (row[field] or "" for field in FIELDS)
                yield ChainEntry(int(index), int(at), *texts)


def extension_problems(head: ChainEntry) -> list[str]:
    """Return the problem, in words, if the stored log does not extend one that ends with `head`."""
    if head.index == 0 or read_entries(head.index, head.index) == [head]:
        return []
    return [f"entry {head.index}: the database has another one"]


def game_problems(code: str | None = None) -> Iterator[str]:
    """Compare the logs of all games, or of the one with this code, with their entries. Yield the
    differences, in words.
    """
    games, groups = Game.objects.order_by("pk"), DiceShare.objects.filter(closed=True)
    if code is not None:
        games = games.filter(code=code)
        groups = groups.filter(code__in=games.exclude(share=None).values("share"))
    yield from _single_problems(games)
    yield from _group_problems(groups)


def _single_problems(games: QuerySet[Game]) -> Iterator[str]:
    event = GameEvent.objects.filter(game=OuterRef("pk"))
    games = games.annotate(
        first=Subquery(event.order_by("seq").values("data")[:1]),
        last=Subquery(event.order_by("-seq").values("data")[:1]),
    )
    rows = games.values_list("code", "status", "log_pending", "first", "last", "share", "head")
    rest = rows.iterator(chunk_size=CHUNK)
    while batch := list(islice(rest, CHUNK)):
        found: dict[str, list[tuple[str, str]]] = {}
        entries = FairLogEntry.objects.filter(code__in=[row[5] or row[0] for row in batch])
        for code, kind, value in entries.order_by("index").values_list("code", "kind", "value"):
            found.setdefault(code, []).append((kind, value))
        yield from chain.from_iterable(
            _problems_of(*row, found.get(row[5] or row[0], []))
            for row in batch
            if row[5] or row[0] in found
        )


def _group_problems(groups: QuerySet[DiceShare]) -> Iterator[str]:
    """Compare the logs of the games of each of these groups with their one entry."""
    rest = groups.order_by("pk").values_list("code", flat=True).iterator(chunk_size=CHUNK)
    while batch := list(islice(rest, CHUNK)):
        heads: dict[str, dict[str, str]] = {}
        games = Game.objects.filter(share__in=batch).exclude(head="")
        for share, code, head in games.values_list("share", "code", "head"):
            heads.setdefault(share or "", {})[code] = head
        logs = FairLogEntry.objects.filter(code__in=batch, kind=LOG)
        logged = dict(logs.values_list("code", "value"))
        for share in batch:
            if logged.get(share) != (group_hash(heads[share]) if share in heads else None):
                yield f"group {share}: the logs of its games and the public log differ"


def seeded_problems(groups: Iterable[SeededGroup]) -> Iterator[str]:
    """Compare groups that have a seed with their entries, and those of their bases. Yield what is
    wrong, in words.
    """
    rest = iter(groups)
    while batch := list(islice(rest, CHUNK)):
        # All in one query: both ends are appended together.
        codes = [code for group in batch for code in (group.base, group.share)]
        entries: dict[str, list[ChainEntry]] = {}
        rows = FairLogEntry.objects.filter(code__in=codes).exclude(kind=LOG).order_by("index")
        for row in rows.values_list(*COLUMNS):
            entry = ChainEntry(*row)
            entries.setdefault(entry.game, []).append(entry)
        for group in batch:
            found = entries.get(group.base, []), entries.get(group.share, [])
            for problem in (*_seed_problems(group), *_twin_problems(*found)):
                yield f"group {group.share}: {problem}"


def _seed_problems(group: SeededGroup) -> Iterator[str]:
    if group_seal(group.salt, group.text) != group.seal:
        yield "its seed is not the one that was sealed"
    if group_code(group.base, group.salt + group.text) != group.share:
        yield f"its code is not made of {group.base} and its seed"


def _twin_problems(base: Sequence[ChainEntry], share: Sequence[ChainEntry]) -> Iterator[str]:
    """Compare the entries of a base, but `log`, with those of its group."""
    kinds = [[entry.kind for entry in entries] for entries in (base, share)]
    if [kind[:1] for kind in kinds] != [[COMMITMENT]] * 2 or base[0].index > share[0].index:
        yield "its base was not committed to before it"
    elif base[0].value != share[0].value:
        yield "its base has another commitment"
    elif len(base) != len(share):
        yield "its base has not ended with it"
    elif kinds[0][1:] not in ([], [CLOSED]):
        yield "its base was played"
    elif base[-1].value != share[-1].value:
        yield "its base has another secret"


def _problems_of(
    code: str,
    status: str,
    pending: bool,
    first: str,
    last: str,
    share: str | None,
    head: str,
    entries: list[tuple[str, str]],
) -> Iterator[str]:
    """Compare a game with its entries (kind, value), or with the entries of the group with which it
    shares its dice. The group's end comes when all its games are over.
    """
    expected = [(COMMITMENT, msgspec.json.decode(first).get("commitment"))]
    if share is not None:
        if entries[:1] != expected or (status not in KINDS and len(entries) > 1):
            yield f"game {code}: its log and the public log differ"
        return
    if status in KINDS and not pending:
        kind = KINDS[Game.Status(status)]
        expected.append((kind, msgspec.json.decode(last).get("secret")))
        if head:
            expected.append((LOG, head))
    if entries != expected:
        yield f"game {code}: its log and the public log differ"
