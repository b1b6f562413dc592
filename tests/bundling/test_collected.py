"""Bundles of the site, as collectstatic makes them."""

import re
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import pytest
from django.core.management import call_command
from django.template import Context, Template
from pytest_django.fixtures import Settings

from games.bundling.importmap_tags import cached_import_map
from games.bundling.storage import bundle_files
from games.bundling.stylesheets import join_stylesheets

BACKEND = "games.bundling.BundledStaticFilesStorage"


@pytest.fixture
def collected(settings: Settings, tmp_path: Path) -> Path:
    """Collect all static files as production does; return their folder."""
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": BACKEND}}
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    cached_import_map.cache_clear()
    return tmp_path


def rendered(text: str) -> str:
    context = Context({"request": SimpleNamespace(csp_nonce="n0nce")})
    return Template("{% load importmap static stylesheets %}" + text).render(context)


def address_in(html: str) -> str:
    found = re.search(r'(?:src|href)="/static/([^"]+)"', html)
    assert found
    return found[1]


def test_it_bundles_every_page_that_has_a_module() -> None:
    paths = {path for path, _ in bundle_files()}
    assert {"bundles/home-main.js", "bundles/table-main.js", "bundles/history-main.js"} <= paths


def test_it_removes_comments_of_stylesheets_but_not_of_strings() -> None:
    text = 'a { /* one\ntwo */ content: "/* three */"; }\n\n  b { color: red; }\n'
    joined = join_stylesheets(["a.css"], lambda _: text)
    assert joined == 'a {  content: "/* three */"; }\nb { color: red; }\n'


def test_it_writes_short_pictures_into_the_stylesheet_and_keeps_addresses_of_long_ones() -> None:
    files = {
        "a.css": 'a { background: url("../img/short.svg"), url("../img/long.svg"); }\n',
        "img/short.svg": '<svg xmlns="http://www.w3.org/2000/svg">\n  <path id="é%(#)"/>\n</svg>\n',
        "img/long.svg": f"<svg>{'<path/>' * 500}</svg>",
    }
    joined = join_stylesheets(["a.css"], files.__getitem__)
    [picture] = re.findall(r'url\("data:image/svg\+xml,([^"()#<>]+)"\)', joined)
    words = unquote(picture).replace("'", '"')
    assert words == '<svg xmlns="http://www.w3.org/2000/svg"> <path id="é%(#)"/> </svg>'
    assert 'url("../img/long.svg")' in joined
