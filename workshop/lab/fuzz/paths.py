"""The site's paths, from its URL configuration."""

import re
from collections.abc import Iterator
from random import Random
from urllib.parse import quote

from django.contrib.admindocs.views import simplify_regex
from django.urls import URLPattern, URLResolver, get_resolver

from games.core.rules import VARIANTS
from workshop.lab.fuzz.oddities import ODD_TEXTS
from workshop.lab.fuzz.site import Site

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
POSITIONS = (
    "yacht 1 ------------ 0",
    "/".join(["-" * 12] * 3),
    "yahtzee:-------------:0 12345 1",
)
API = "/api/v1/"
"""Schemathesis asks what is under it (tests/site/front/api/test_openapi.py)."""
STATIC = ("/static/css/base.css", "/static/../manage.py", "/static/%2e%2e/settings.py", "/static/")
VALUES = {
    "uidb64": ("MQ", "Mg", "AA", "_", "-1", "6ZmI"),
    "token": ("set-password", "c0ffee-0123456789abcdef", "a-b", "-"),
    "dice": ("11234", "66666", "1", "0", "123456", "abc"),
    "part": ("0", "1", "2", "99999999999999999999"),
    "object_id": ("1", "2", "0", "-1", "x", "_5F", "99999999999999999999"),
    "content_type_id": ("1", "9", "99999999999999999999"),
    "app_label": ("games", "auth", "none"),
    "text": POSITIONS,
    "url": ("admin", "games/user", "x/y/z"),
    "rules": ("yacht", "yahtzee", "yatzy", "triple_yahtzee", "yahtzee:forced", "none"),
}
"""Values of the parameters of paths, by name; the others come from the site."""


def patterns() -> list[str]:
    """Return all paths of the site, with parameters such as "<code>"."""
    return sorted(set(_patterns(get_resolver().url_patterns, "")))


def _patterns(entries: list[URLPattern | URLResolver], prefix: str) -> Iterator[str]:
    for entry in entries:
        path = prefix + simplify_regex(str(entry.pattern)).removeprefix("/").replace("\\", "")
        if isinstance(entry, URLResolver):
            yield from _patterns(entry.url_patterns, path)
        else:
            yield "/" + path


class PathMaker:
    """Makes paths of the site, whole and odd."""

    def __init__(self, site: Site) -> None:
        self.patterns = [path for path in patterns() if not path.startswith(API)] + [*STATIC]
        self._site = site

    def make(self, random: Random) -> str:
        """Return a path, quoted."""
        pattern = random.choice(self.patterns)
        path = PARAMETER.sub(lambda found: quote(self._value(found[1], random), safe="/"), pattern)
        chance = random.random()
        if chance < 0.03:
            return path + quote(random.choice(ODD_TEXTS)[:2000], errors="surrogatepass")
        if chance < 0.05:
            return path.upper()
        if chance < 0.07:
            return random.choice(("//", "/./", "/%2f", "/%", "/%ff%fe", "/\u00e9")) + path
        return path.removesuffix("/") if chance < 0.1 else path

    def _value(self, name: str, random: Random) -> str:
        """Return a value for a parameter: mostly one that exists."""
        if random.random() < 0.15:
            return random.choice(ODD_TEXTS)[:300].encode("utf-8", "replace").decode()
        site = self._site
        if name == "code":
            return random.choice([*site.games[-40:], *site.rooms[-20:], "none"])
        if name == "name":
            return random.choice(site.people).name
        return random.choice(VALUES.get(name, tuple(VARIANTS)))
