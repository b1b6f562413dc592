"""URLs of the HTTP API: one for each endpoint, to the view with its id."""

import re
from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path, re_path

from games.site.front.api import action_views, views
from games.site.front.api.endpoints import ENDPOINTS, PREFIX, Endpoint

ROOT = PREFIX.removeprefix("/")


def pattern(endpoint: Endpoint) -> URLPattern:
    """Return the URL of an endpoint. Names of players may contain slashes."""
    route = endpoint.path.replace("{name}", "<path:name>")
    route = re.sub(r"\{(\w+)\}", r"<str:\1>", route)
    view: Callable[..., HttpResponse] = getattr(
        views if endpoint.method == "GET" else action_views, endpoint.id
    )
    return path(ROOT + route, view, name=f"api-{endpoint.id.replace('_', '-')}")


def depth(endpoint: Endpoint) -> int:
    """Return how many parts its path has: /players/<name>/games goes before /players/<name>."""
    return endpoint.path.count("/")


urlpatterns: list[URLPattern] = [
    path("api/", views.docs, name="api"),
    path(f"{ROOT}openapi.json", views.openapi, name="api-openapi"),
    *map(pattern, sorted(ENDPOINTS.values(), key=depth, reverse=True)),
    # Also matches paths that contain line breaks.
    re_path(rf"^{ROOT}(?P<path>(?s:.*))\Z", views.not_found),
]
