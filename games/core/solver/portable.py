"""Tables of perfect play that a browser takes along: small, and exact enough.

Values are whole hundredths of a point, so none is off by more than 0.005, and a choice by them
loses less than 0.01 points against perfect play. Second moments are left out, and so are states
whose value another one has: where the upper bonus is out of reach, all lower totals are one.

A table has a header of 24 bytes, little-endian: "YACHTVAL", the format (2 bytes), the steps of a
point (2), the number of values (4), the CRC-32 of the rules (4) and of the body (4). The body has
for each set of filled boxes, and each flag that it can have, the values by upper total. Each but
the first is written as its difference to the one before; of its 16 bits, the sign is the lowest.
First come the low bytes of all, then the high ones, which are mostly 0. Packed with Brotli, Yacht
takes 6 kB, Yahtzee 0.36 MB and Yatzy 0.95 MB. static/js/offline_games/table.js reads it.
"""

import logging
import struct
from pathlib import Path
from zlib import crc32

import brotli
import numpy as np

from games.core.rules import Variant
from games.core.solver.files import write_whole
from games.core.solver.portable_files import FORMAT, identity, path_of
from games.core.solver.scoring import upper_limits
from games.core.solver.support import is_exact
from games.core.solver.tables import ValueTable, table
from games.core.solver.tables import path_of as table_path_of

logger = logging.getLogger(__name__)

MAGIC = b"YACHTVAL"
HEADER = struct.Struct("<8sHHIII")
STEPS = 100
"""Of a point."""
MOST = np.iinfo(np.uint16).max / STEPS
QUALITY = 9
"""Of Brotli: 11 takes ten times as long for 2 % less."""


def encode(found: ValueTable) -> bytes:
    """Return a table for browsers, not packed. Raises ValueError if its values are too large."""
    rules = found.rules
    firsts, lasts = upper_limits(rules)
    sets, flags, _ = found.values.shape
    # No play comes to some of them, where the rules say which box is next.
    values = np.nan_to_num(np.asarray(found.values))
    if values.max() > MOST or values.min() < 0:
        raise ValueError(f"{found.variant.id} has values beyond {MOST}")
    steps = np.rint(values * STEPS).astype(np.int64)
    rows = []
    for filled in range(sets):
        upper = filled & (1 << rules.upper) - 1
        part = slice(int(firsts[upper]), int(lasts[upper]) + 1)
        for flag in range(flags):
            if not flag or filled >> rules.yahtzee & 1:
                rows.append(np.diff(steps[filled, flag, part], prepend=0))
    # To 16 bits, as the differences of such numbers are.
    differences = np.concatenate(rows).astype(np.int16).astype(np.int64)
    signed = np.where(differences < 0, -2 * differences - 1, 2 * differences)
    body = (signed & 255).astype(np.uint8).tobytes() + (signed >> 8).astype(np.uint8).tobytes()
    numbers = FORMAT, STEPS, len(signed), identity(found.variant), crc32(body)
    return HEADER.pack(MAGIC, *numbers) + body


def make(variant: Variant) -> Path | None:
    """Write the portable table of a variant whose table is stored, unless it is there. Return its
    path, None if there is none: it solves nothing.
    """
    path, solved = path_of(variant), table_path_of(variant) if is_exact(variant) else None
    if path is None or solved is None:
        return None
    if path.exists():
        return path
    if not solved.exists():
        return None
    try:
        write_whole(path, brotli.compress(encode(table(variant)), quality=QUALITY))
    except (OSError, ValueError) as error:
        logger.warning("The portable table of %s cannot be made (%s).", variant.id, error)
        return None
    return path
