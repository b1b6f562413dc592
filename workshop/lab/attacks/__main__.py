"""`python -m workshop.lab.attacks NAME SECONDS ADDRESSES TARGET`: attack for a while, from so
many addresses. TARGET is JSON.
"""

import asyncio
import os
import sys

import msgspec

from workshop.lab.attacks.attacks import ATTACKS
from workshop.lab.attacks.target import Target, from_addresses, more_descriptors


async def main(name: str, seconds: str, addresses: str, target: str) -> None:
    """Run one attack for so many seconds."""
    more_descriptors()
    targets = from_addresses(msgspec.json.decode(target, type=Target), int(addresses))
    attacking = [asyncio.create_task(attack(name, each)) for each in targets]
    ended, _ = await asyncio.wait(attacking, timeout=float(seconds))
    for each in ended:
        each.result()
    # Not by cancelling: a client that is about to give up a page would take that for its own end.
    os._exit(0)


async def attack(name: str, target: Target) -> None:
    """Run one attack from one address until it is cancelled."""
    await ATTACKS[name](target)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
