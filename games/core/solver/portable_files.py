"""Files of portable tables (`portable`): their names, and what is in them. Loads fast: no NumPy.

A file is compressed with Brotli, as browsers get it. Its name has a hash of the rules and of the
format, so what has a name never changes.
"""

import hashlib
import json
import re
from pathlib import Path
from weakref import WeakKeyDictionary
from zlib import crc32

import brotli

from games.core.rules import Variant, base_of, is_house_rules
from games.core.rules.point_lists import points_of_jokers, points_of_rolls
from games.core.solver.directory import file_of
from games.core.solver.support import is_exact

FORMAT = 1
"""Increase it, and VERSION in static/js/offline_games/table.js, when the form changes."""
NAME = re.compile(r"[a-z0-9_]{1,40}-[0-9a-f]{16}")
SUFFIX = ".values"
HOUSE = "house-"
"""Files of house rules begin with it, like their tables: they are deleted together."""

_texts: WeakKeyDictionary[Variant, str] = WeakKeyDictionary()


def rules_text(variant: Variant) -> str:
    """Return everything that a value depends on as JSON, as `identity` in table.js builds it."""
    if variant not in _texts:
        parts = [
            variant.id,
            variant.version,
            [
                [each.id for each in variant.categories if each.section == section]
                for section in ("upper", "lower")
            ],
            [list(variant.columns), variant.dice_count, variant.faces, variant.rolls_per_turn],
            variant.upper_bonus and list(variant.upper_bonus),
            [variant.order, variant.joker, variant.yahtzee_bonus],
            points_of_rolls(variant),
            points_of_jokers(variant),
        ]
        _texts[variant] = json.dumps(parts, separators=(",", ":"))
    return _texts[variant]


def identity(variant: Variant) -> int:
    """Return the number of the rules in a table's header."""
    return crc32(rules_text(variant).encode())


def name_of(variant: Variant) -> str:
    """Return the name of a variant's table, such as `yatzy-0123456789abcdef`."""
    digest = hashlib.sha256(f"{FORMAT}\n{rules_text(variant)}".encode()).hexdigest()
    return f"{base_of(variant.id)}-{digest[:16]}"


def path_of(variant: Variant) -> Path | None:
    """Return the path of a variant's file, None without a folder."""
    return file_of(f"{HOUSE if is_house_rules(variant) else ''}{name_of(variant)}{SUFFIX}")


def bytes_of(variant: Variant) -> int | None:
    """Return how many bytes browsers get, None if there is no file yet."""
    path = path_of(variant) if is_exact(variant) else None
    try:
        return None if path is None else path.stat().st_size
    except OSError:
        return None


def unpacked(packed: bytes) -> bytes:
    """Return a table as a browser sees it."""
    found: bytes = brotli.decompress(packed)
    return found


def read(name: str) -> bytes | None:
    """Return the packed table with this name, None if there is none."""
    if not NAME.fullmatch(name):
        return None
    for start in ("", HOUSE):
        path = file_of(f"{start}{name}{SUFFIX}")
        try:
            if path is not None:
                return path.read_bytes()
        except OSError:
            continue
    return None
