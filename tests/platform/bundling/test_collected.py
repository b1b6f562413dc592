"""Bundles of the site, as collectstatic makes them."""

import re
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

from django.template import Context, Template

from games.platform.bundling.storage import bundle_files, join_stylesheets


def rendered(text: str) -> str:
    context = Context({"request": SimpleNamespace(csp_nonce="n0nce")})
    return Template("{% load importmap static stylesheets %}" + text).render(context)


def address_in(html: str) -> str:
    found = re.search(r'(?:src|href)="/static/([^"]+)"', html)
    assert found
    return found[1]


def test_it_loads_the_bundle_of_a_page(collected: Path) -> None:
    script = rendered('{% module "js/home/main.js" %}')
    assert script.count("/static/") == 1
    path = address_in(script)
    assert re.fullmatch(r"bundles/home-main\.\w{12}\.js", path)
    code = (collected / path).read_text()
    map_name = re.search(r"sourceMappingURL=(\S+)", code)
    assert map_name
    assert (collected / "bundles" / map_name[1]).exists()
    assert (collected / f"{path}.gz").exists()


def test_it_maps_the_addresses_of_bundles_that_load_later(collected: Path) -> None:
    found = rendered("{% importmap %}")
    assert '"/static/bundles/home-main.js":"/static/bundles/home-main.' in found
    assert '"preact"' not in found


def test_it_preloads_the_bundle_of_a_module_that_is_loaded_later(collected: Path) -> None:
    link = rendered('{% preload_module "js/table/game/page.js" %}')
    assert link.startswith('<link rel="modulepreload"')
    path = address_in(link)
    assert re.fullmatch(r"bundles/table-game-page\.\w{12}\.js", path)
    assert (collected / path).exists()


def test_it_joins_the_stylesheets_of_a_page(collected: Path) -> None:
    path = address_in(rendered('{% styles "css/profiles.css" %}'))
    assert re.fullmatch(r"bundles/profiles-\w{8}\.\w{12}\.css", path)
    assert (collected / path).exists()


def test_it_keeps_addresses_of_fonts(collected: Path) -> None:
    template = Path("templates/shared/base.html").read_text()
    tag = re.search(r"{% styles [^%]*css/fonts.css[^%]*%}", template)
    assert tag
    text = (collected / address_in(rendered(tag[0]))).read_text()
    fonts = re.findall(r"url\(\"?\.\./(fonts/[^\")]+)", text)
    assert fonts
    assert all((collected / font).exists() for font in fonts)


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


def test_it_compresses_the_script_that_runs_before_the_first_paint(collected: Path) -> None:
    path = address_in(rendered("<script src=\"{% static 'js/ui/first-paint.js' %}\"></script>"))
    assert (collected / f"{path}.gz").exists()
