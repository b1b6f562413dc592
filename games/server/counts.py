"""What one server process has counted since its start. For tests, measurements and the log."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class ServerCounts:
    """Counts of one process.

    frames: parsed frames of all websockets. floods: sockets closed for exceeding a limit, by
    reason. refused: connections closed when they were accepted, by reason.
    """

    frames: int = 0
    floods: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def as_json(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        return {
            "frames": self.frames,
            "floods": dict(self.floods),
            "refused": dict(self.refused),
        }
