"""`python -m tests.lab.attacks NAME SECONDS TARGET`: attack for a while. TARGET is JSON."""

import asyncio
import sys
from contextlib import suppress

import msgspec

from tests.lab.attacks.attacks import ATTACKS
from tests.lab.attacks.target import Target, more_descriptors


async def main(name: str, seconds: str, target: str) -> None:
    """Run one attack for so many seconds."""
    more_descriptors()
    running = ATTACKS[name](msgspec.json.decode(target, type=Target))
    with suppress(TimeoutError):
        await asyncio.wait_for(running, float(seconds))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
