"""URLs of the HTTP API: one for each endpoint."""

import re

from django.urls import URLPattern, path, re_path

from games.platform.language.addresses import in_each_language
from games.site.front.api import views
from games.site.front.api.openapi import ENDPOINTS, PREFIX
from games.site.shared.answers import acting, reading
from games.site.shared.answers.endpoint import Endpoint

ROOT = PREFIX.removeprefix("/")


def pattern(endpoint: Endpoint) -> URLPattern:
    """Return the URL of an endpoint. Names of players may contain slashes."""
    route = endpoint.path.replace("{name}", "<path:name>")
    route = re.sub(r"\{(\w+)\}", r"<str:\1>", route)
    view = reading.view_of(endpoint) if endpoint.method == "GET" else acting.view_of(endpoint)
    return path(ROOT + route, view, name=f"api-{endpoint.id.replace('_', '-')}")


def depth(endpoint: Endpoint) -> int:
    """Return how many parts its path has: /players/<name>/games goes before /players/<name>."""
    return endpoint.path.count("/")


urlpatterns: list[URLPattern] = [
    path("api/", in_each_language(views.docs), name="api"),
    path(f"{ROOT}openapi.json", views.openapi, name="api-openapi"),
    *map(pattern, sorted(ENDPOINTS.values(), key=depth, reverse=True)),
    # Also matches paths that contain line breaks.
    re_path(rf"^{ROOT}(?P<path>(?s:.*))\Z", views.not_found),
]
