"""URLs of the site: those of each feature, and the checks of load balancers."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from games.platform import parts
from games.platform.server import health
from games.site.shared.pages.url_converters import CodeConverter, NameConverter, NumberConverter

register_converter(CodeConverter, "code")
register_converter(NameConverter, "name")
register_converter(NumberConverter, "number")

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    *(path("", include(urls)) for urls in parts.modules("urls")),
]
