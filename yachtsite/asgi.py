"""The ASGI entry point: pages over HTTP, rooms over websockets, start and stop by lifespan."""

import os

from channels.routing import ProtocolTypeRouter

from games.platform.server.overrides.django_handler import application as django_application

# Files that this process creates (database, keys) must be readable by its own account only.
os.umask(0o077)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")

# Django must be set up before our modules are imported.
pages = django_application()

import games.assembly.processes.lifecycle  # noqa: E402, F401 - registers hooks
from games.assembly.routing.routing import websockets  # noqa: E402
from games.platform.limits.page_limit import PageLimit  # noqa: E402
from games.platform.limits.proxies import BehindProxies  # noqa: E402
from games.platform.server.forms import NoCharset  # noqa: E402
from games.platform.server.lifespan import lifespan  # noqa: E402
from games.site.shared.answers.endpoint import busy  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": BehindProxies(PageLimit(NoCharset(pages), {"/api/": busy()})),
        "websocket": websockets,
        "lifespan": lifespan,
    }
)
