"""How often dice showed each face. Pure: no Django."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

Kind = Literal["place", "before", "left"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What the rows of a table are.

`place`: the die's position on the table, from 0. `before`: the face that the same player's die at
this position showed before it was thrown again. `left`: the face of the die to its left, if that
was thrown with it."""


class Roll(NamedTuple):
    """One roll: who rolled, which positions were held, and all dice after it."""

    seat: int
    hold: Sequence[int]
    dice: Sequence[int]


class CountedFace(NamedTuple):
    """A cell of a table: throws of `face`, in this row, of dice with this many faces."""

    faces: int
    kind: Kind
    row: int
    face: int


Json = dict[str, dict[str, dict[str, list[int]]]]


class DiceTally:
    """Counts of thrown dice. Held dice are not thrown."""

    def __init__(self, counts: Mapping[CountedFace, int] | None = None) -> None:
        self._counts: Counter[CountedFace] = Counter(counts or {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DiceTally) and self._counts == other._counts

    __hash__ = None  # type: ignore[assignment]

    def add(self, other: "DiceTally") -> None:
        """Add the counts of another tally."""
        self._counts.update(other._counts)

    def count_game(self, faces: int, rolls: Iterable[Roll]) -> None:
        """Count all dice of a game, from its rolls in order."""
        counts = self._counts
        tables: dict[int, Sequence[int]] = {}
        for seat, hold, dice in rolls:
            shown = tables.get(seat)
            for place, face in enumerate(dice):
                if place in hold:
                    continue
                counts[CountedFace(faces, "place", place, face)] += 1
                if shown is not None:
                    counts[CountedFace(faces, "before", shown[place], face)] += 1
                if place and place - 1 not in hold:
                    counts[CountedFace(faces, "left", dice[place - 1], face)] += 1
            tables[seat] = dice

    @property
    def faces(self) -> list[int]:
        """How many faces the counted dice have, ascending, each number once."""
        return sorted({cell.faces for cell in self._counts})

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(count for cell, count in self._counts.items() if cell.kind == "place")

    def table(self, faces: int, kind: Kind) -> dict[int, list[int]]:
        """Return the counts of faces 1, 2, ... by row, for the rows that have any."""
        cells = [cell for cell in self._counts if (cell.faces, cell.kind) == (faces, kind)]
        return {
            row: [self._counts[CountedFace(faces, kind, row, face)] for face in range(1, faces + 1)]
            for row in sorted({cell.row for cell in cells})
        }

    def face_counts(self, faces: int) -> list[int]:
        """Return how often each face 1, 2, ... was thrown."""
        rows = self.table(faces, "place").values()
        return [sum(column) for column in zip(*rows, strict=True)] or [0] * faces

    def as_json(self) -> Json:
        """Return the tables by number of faces, kind and row; keys are text, as JSON needs."""
        return {
            str(faces): {
                kind: {str(row): counts for row, counts in self.table(faces, kind).items()}
                for kind in KINDS
            }
            for faces in self.faces
        }

    @classmethod
    def from_json(cls, data: Json) -> "DiceTally":
        """Return the tally that `as_json` wrote."""
        return cls(
            {
                CountedFace(int(faces), kind, int(row), face): count
                for faces, tables in data.items()
                for kind in KINDS
                for row, counts in tables[kind].items()
                for face, count in enumerate(counts, 1)
                if count
            }
        )
