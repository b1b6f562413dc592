"""What one server process has counted since its start. For tests, measurements and the log."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from games.platform import metrics


@dataclass
class ServerCounts:
    """Counts of one process.

    frames: parsed frames of all websockets. floods: sockets closed for exceeding a limit, by
    reason. refused: connections closed when they were accepted, by reason.
    """

    frames: int = 0
    floods: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def flood(self, reason: str) -> None:
        """Count a socket that is closed for exceeding a limit."""
        self.floods[reason] += 1
        metrics.FLOODS.add(of=reason)

    def refuse(self, reason: str) -> None:
        """Count a connection that is closed when it is accepted."""
        self.refused[reason] += 1
        metrics.CONNECTIONS_REFUSED.add(of=reason)

    def as_json(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        return {
            "frames": self.frames,
            "floods": dict(self.floods),
            "refused": dict(self.refused),
        }
