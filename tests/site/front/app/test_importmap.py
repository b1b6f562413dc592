"""The import map of the pages, and the vendored modules it names."""

import hashlib
import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.management import call_command
from django.template import Context, Template
from pytest_django.fixtures import Settings

from games.platform.bundling.importmap_tags import cached_graph, cached_import_map, module_graph
from games.site.front.app.views import WORKER

STATIC = Path(settings.BASE_DIR) / "static"
OWN_MODULES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.glob("js/**/*.js"))
STORAGE = "django.contrib.staticfiles.storage"


@pytest.fixture(autouse=True)
def _fresh_map() -> Iterator[None]:
    """Clear the caches of the process, before and after."""
    cached_import_map.cache_clear()
    cached_graph.cache_clear()
    yield
    cached_import_map.cache_clear()
    cached_graph.cache_clear()


@pytest.fixture
def hashed(settings: Settings, tmp_path: Path) -> Path:
    """Collect static files under hashed names; return their folder."""
    storages = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": f"{STORAGE}.ManifestStaticFilesStorage"},
    }
    settings.STORAGES = storages
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


@pytest.fixture
def plain(settings: Settings) -> None:
    """Serve static files without hashes in their names."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": f"{STORAGE}.StaticFilesStorage"},
    }


def rendered() -> str:
    request = SimpleNamespace(csp_nonce="n0nce")
    return Template("{% load importmap %}{% importmap %}").render(Context({"request": request}))


def imports() -> dict[str, str]:
    match = re.fullmatch(r'<script type="importmap" nonce="n0nce">(.*)</script>', rendered())
    assert match
    found: dict[str, str] = json.loads(match[1])["imports"]
    return found


BARE_NAMES = {
    "preact",
    "preact/hooks",
    "htm",
    "@preact/signals",
    "@preact/signals-core",
    "uplot",
}


@pytest.mark.usefixtures("plain")
def test_it_maps_only_the_bare_names_where_files_are_not_hashed() -> None:
    assert set(imports()) == BARE_NAMES
    assert imports()["preact"] == "/static/vendor/preact.mjs"


def test_it_maps_every_own_module_to_a_hashed_file_that_exists(hashed: Path) -> None:
    found = imports()
    assert set(found) == BARE_NAMES | {f"/static/{path}" for path in OWN_MODULES}
    for address in found.values():
        assert re.search(r"\.[0-9a-f]{12}\.m?js$", address)
        assert (hashed / address.removeprefix("/static/")).is_file()


def test_it_imports_only_modules_that_exist() -> None:
    for path in OWN_MODULES:
        module = STATIC / path
        for name in re.findall(
            r'^(?:import|export)\b[^"]*?from "([^"]+)";', module.read_text(), re.M
        ):
            assert name in BARE_NAMES or (module.parent / name).is_file(), f"{path} imports {name}"


@pytest.mark.usefixtures("plain")
def test_it_preloads_all_that_a_page_needs_before_its_script() -> None:
    request = SimpleNamespace(csp_nonce="n0nce")
    tag = Template('{% load importmap %}{% module "js/history/main.js" %}')
    html = tag.render(Context({"request": request}))
    *preloads, script = re.findall(r"<(?:link|script)[^>]+>", html)
    assert script == '<script type="module" src="/static/js/history/main.js" nonce="n0nce">'
    ours = ("js/history/stepper.js", "js/history/steps.js", "js/ui/html.js")
    for needed in (*ours, "vendor/preact.mjs", "vendor/htm.mjs"):
        assert f'<link rel="modulepreload" href="/static/{needed}">' in preloads
    assert len(preloads) == len(set(preloads))


def loaded_later(path: str) -> set[str]:
    """Return the modules that a module loads, or starts as workers, when it needs them."""
    call = r'\bimport(?:\.meta\.resolve)?\("(\.[^"]+)"\)'
    names = re.findall(call, (STATIC / path).read_text())
    return {posixpath.normpath(f"{posixpath.dirname(path)}/{name}") for name in names}


def test_it_leaves_no_module_unused() -> None:
    templates = (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    entries = {WORKER} | {
        entry
        for page in templates
        for entry in re.findall(r'{% module(?:_address)? "([^"]+)" %}', page.read_text())
    }
    used: set[str] = set()
    while entries:
        found = {path for entry in entries for path in module_graph(entry)} - used
        used |= found
        entries = {lazy for path in found for lazy in loaded_later(path)} - used
    # A classic script in <head>.
    assert set(OWN_MODULES) - used == {"js/ui/first-paint.js"}


def test_it_refuses_a_module_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError, match=r"js/nowhere\.js"):
        module_graph("js/nowhere.js")


def test_it_carries_no_source_map_comment_that_a_manifest_would_look_for() -> None:
    for module in STATIC.glob("vendor/*.mjs"):
        assert "sourceMappingURL" not in module.read_text()


def test_it_ships_vendored_files_as_their_checksums_say() -> None:
    lines = (STATIC / "vendor/checksums.txt").read_text().splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    files = [
        path for path in STATIC.glob("vendor/*") if path.name not in {"checksums.txt", "README.md"}
    ]
    assert {path.name for path in files} == set(listed)
    for path in files:
        assert hashlib.sha256(path.read_bytes()).hexdigest() == listed[path.name]
