"""Serve the test application: `python -m tests.platform.server.run '{"inbox_frames": 8}'`.

"rates" has the names of FrameRates. With a second argument "site", serve the site itself instead. A
third argument is a limit on file descriptors.
"""

import json
import resource
import sys
from functools import partial
from typing import Any

from games.platform.limits.proxies import read_proxies
from games.platform.server.clients import FrameRates
from games.platform.server.overrides.twisted_transport import listen_tcp
from games.platform.server.server import GuardedServer
from tests.platform.server.counting import Counting

options, what, descriptors = [*sys.argv[1:], "", ""][:3]
if descriptors:
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(descriptors), int(descriptors)))
if what == "site":
    from games.platform.server.lifespan import lifespan
    from yachtsite.asgi import application
else:
    from tests.platform.server.application import application, lifespan


def ready(port: Any) -> None:
    print("ready", port.getHost().port, flush=True)


counting = Counting(application)
given = json.loads(options)
rates = FrameRates(**given.pop("rates", {}))
proxies = read_proxies(given.pop("trusted_proxies", []))
server = GuardedServer(counting, lifespan, rates=rates, proxies=proxies, **given)
counting.counts = server.clients.counts
server.run(partial(listen_tcp, host="127.0.0.1", port=0), ready)
