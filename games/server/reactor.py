"""Twisted's reactor on uvloop. Import this before anything else of Twisted or Daphne.

Daphne makes a reactor on plain asyncio when it is imported, unless there is one already.
"""

import asyncio
from typing import Any

import uvloop
from twisted.internet.asyncioreactor import AsyncioSelectorReactor
from twisted.internet.main import installReactor

loop: asyncio.AbstractEventLoop = uvloop.new_event_loop()
asyncio.set_event_loop(loop)
reactor: Any = AsyncioSelectorReactor(loop)
installReactor(reactor)  # type: ignore[no-untyped-call]
