"""The export of everything that is stored about a player."""

import json
from collections.abc import Generator, Iterable, Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from games.people.accounts.models import User
from games.people.accounts.personal_data import Rows, all_personal

ORDER = (
    *("profile", "settings", "rooms", "games", "ratings", "analyses", "skills", "dailies"),
    *("tournaments", "notifications", "foresight", "puzzles", "chat", "blocked", "muted"),
    *("chat_off", "second_factors", "family_lock", "house_rules", "real_dice"),
    *("players_on_my_devices", "family", "decisions", "reports"),
)
"""The sections of the first version, in their order. What came later follows."""
PART_CHARACTERS = 64 * 1024
"""A part of the file has as many at least, but the last one."""
INDENT = 2


def export(player: User) -> dict[str, Any]:
    """Return everything that is stored about the player, as JSON values.

    Raises ValueError if two features bring a section of the same name.
    """
    found: dict[str, Any] = _whole(_sections(player))
    return found


def export_parts(player: User) -> Generator[bytes]:
    """Yield the export as the parts of a JSON file. Each part is read when it is asked for, few
    rows at a time: a player's analyses alone may have hundreds of megabytes.

    Raises ValueError as `export` does.
    """
    waiting: list[str] = []
    size = 0
    for text in _written(_sections(player)):
        waiting.append(text)
        size += len(text)
        if size >= PART_CHARACTERS:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting).encode()


def _sections(player: User) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in all_personal():
        sections = part.export(player)
        if not found.keys().isdisjoint(sections):
            raise ValueError(f"Two features export {found.keys() & sections.keys()}.")
        found |= sections
    first = {name: found[name] for name in ORDER if name in found}
    return first | found


def _whole(value: Any) -> Any:
    """Return a value with all its rows."""
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in value.items()}
    if isinstance(value, Rows | list):
        return [_whole(each) for each in value]
    return value


def _written(value: Any, level: int = 0) -> Iterator[str]:
    """Yield the text of a value as `json.dumps` with an indent writes it."""
    if isinstance(value, Rows) or (isinstance(value, list) and any(map(_has_rows, value))):
        yield from _listed((_written(each, level + 1) for each in value), "[]", level)
    elif _has_rows(value):
        entries = (_entry(key, each, level + 1) for key, each in value.items())
        yield from _listed(entries, "{}", level)
    else:
        text = json.dumps(value, cls=DjangoJSONEncoder, indent=INDENT)
        yield text.replace("\n", _line(level))


def _has_rows(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(each, Rows) or _has_rows(each) for each in value.values()
    )


def _entry(key: str, value: Any, level: int) -> Iterator[str]:
    yield f"{json.dumps(key)}: "
    yield from _written(value, level)


def _listed(entries: Iterable[Iterable[str]], brackets: str, level: int) -> Iterator[str]:
    before = brackets[0]
    for entry in entries:
        yield before + _line(level + 1)
        yield from entry
        before = ","
    yield brackets if before != "," else _line(level) + brackets[1]


def _line(level: int) -> str:
    return "\n" + " " * (INDENT * level)
