"""How often, and after which pauses, an action is decided again that the log did not take."""

import asyncio
import random

from games.platform.clock import monotonic

# How often an action is tried while the database takes nothing, and the pause before each try.
TRIES = 5
RETRY_S = 0.2
# How long an action waits for its turn while other processes write to the same game. It is tried
# as often as before in any case, for a machine so busy that each try takes long.
TURN_S = 1.0
# The longest pause after the second conflict; it doubles with each further one, up to the most.
FIRST_PAUSE_S, MOST_PAUSE_S = 0.008, 0.1

draw = random.random
"""Returns a number from 0 to 1: how much of a pause is taken."""


class Retrying:
    """The failures of one action. Created with the first of them."""

    def __init__(self) -> None:
        self._until = monotonic() + TURN_S
        self._failures = 0
        self._conflicts = 0

    @property
    def is_over(self) -> bool:
        """Whether the action is given up."""
        tried = self._failures + self._conflicts
        return self._failures >= TRIES or (tried >= TRIES and monotonic() >= self._until)

    async def pause_after_failure(self) -> None:
        """Wait for a database that did not take the action."""
        self._failures += 1
        await asyncio.sleep(RETRY_S)

    async def pause_after_conflict(self) -> bool:
        """Wait while other processes write. Return whether it was the first time."""
        self._conflicts += 1
        # One conflict is common, and the winner is done. Only when several processes write on and
        # on, each has to leave the others time to read the log and write.
        if self._conflicts > 1:
            longest = min(FIRST_PAUSE_S * 2 ** (self._conflicts - 2), MOST_PAUSE_S)
            await asyncio.sleep(draw() * longest)
        return self._conflicts == 1
