"""Serve the test application: `python -m tests.server.run '{"inbox_frames": 8}'`."""

import json
import sys
from functools import partial
from typing import Any

from games.overrides.twisted_transport import listen_tcp
from games.server.server import GuardedServer
from tests.server.application import application, lifespan, report


def ready(port: Any) -> None:
    report("ready", port.getHost().port)


server = GuardedServer(application, lifespan, **json.loads(sys.argv[1]))
server.run(partial(listen_tcp, host="127.0.0.1", port=0), ready)
