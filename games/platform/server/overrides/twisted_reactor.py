"""Twisted's reactor on a uvloop event loop. Import this before anything else of Twisted or Daphne.

Daphne installs a reactor on asyncio's own loop when it is imported, unless one is installed
already. Importing this module makes its loop the current event loop of the thread.
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
