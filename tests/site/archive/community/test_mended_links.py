"""Links as chat apps and people send them: with signs around them, in capitals, cut down."""

from collections.abc import Callable
from urllib.parse import quote, unquote

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import User
from games.site.archive.community.mended_links import page_meant
from games.site.shared.pages.url_converters import NameConverter
from games.tables.rooms.links import find_room_code
from tests.fixtures import OpenRoom
from tests.support.people import registered

# What was seen behind links, or around them.
BEHIND = [
    *(".", ",", ";", ":", "!", "?!", ")", "]", "}", ">", "*", "**", "_", "~", "|", "`"),
    *('"', "'", "”", "’", "»", "“", "…", "。", "，", "）", "」", "؟", "।"),
    *(" ", "  ", "\u00a0", "\u200b", "\u200e", "\u2069", "\ufeff", "😀", ".)", ").”", "/.", "/)"),
    *("/,", '/"', "/ ", "/*", "/”", "//", "/…/", "&fbclid=abc", "&utm_source=x", ";s=20"),
]
BEFORE = ["(", "[", "<", '"', "“", "„", "«", "「", "*", " ", "\u200b", "\u2068"]


@pytest.fixture
def follow(outsider: Client) -> Callable[[str], str]:
    """Open an address, follow redirects, and return where they end: "404" in front if at none."""

    def _follow(path: str) -> str:
        answer = outsider.get(path, follow=True)
        end = answer.redirect_chain[-1][0] if answer.redirect_chain else path
        return end if answer.status_code == 200 else f"{answer.status_code} {end}"

    return _follow


@pytest.mark.parametrize("case", ["small", "capitals", "all capitals"])
@pytest.mark.parametrize("behind", ["", *BEHIND])
def test_a_link_to_a_table_survives_what_stands_behind_it(
    follow: Callable[[str], str], new_room: OpenRoom, alice: User, behind: str, case: str
) -> None:
    code = new_room(alice).code
    letters = {"small": f"r/{code}", "capitals": f"r/{code.upper()}"}
    link = letters.get(case, f"R/{code.upper()}")
    assert follow("/" + quote(link + behind, safe="/&;=")) == f"/r/{code}/"


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("where", ["/{0}r/{1}/", "/r/{0}{1}/", "/r/{0}{1}", "/{0}{1}", "/{1}{0}"])
def test_it_survives_what_stands_before_it(
    follow: Callable[[str], str], new_room: OpenRoom, alice: User, before: str, where: str
) -> None:
    code = new_room(alice).code
    assert follow(where.format(quote(before), code)) == f"/r/{code}/"


@pytest.mark.parametrize(
    "short", ["/{code}", "/{CODE}", "/{code}/", "/{code}.", "/r//{code}", "/play/r/{code}/"]
)
def test_the_code_alone_is_enough(
    follow: Callable[[str], str], new_room: OpenRoom, alice: User, short: str
) -> None:
    code = new_room(alice).code
    assert follow(short.format(code=code, CODE=code.upper())) == f"/r/{code}/"


@pytest.mark.parametrize(
    "broken",
    [
        *("/r/{0}\n{1}", "/r/{0}=\r\n{1}/", "/r/{0}-{1}", "/r/{0} {1}/", "/r/{0}\u200b{1}"),
        *("/r/{0}\u00ad{1}/", "/r/=3D{0}{1}", "/r:{0}{1}", "/r.{0}{1}", "/\\r\\{0}{1}", "/{0}-{1}"),
    ],
)
def test_a_code_may_be_broken(
    follow: Callable[[str], str], new_room: OpenRoom, alice: User, broken: str
) -> None:
    code = new_room(alice).code
    assert follow(quote(broken.format(code[:6], code[6:]))) == f"/r/{code}/"


@pytest.mark.parametrize("link", ["/RULES/YACHT/", "/Rules/YACHT)", "/rules/YACHT/"])
def test_a_link_in_capitals_leads_on(db: None, follow: Callable[[str], str], link: str) -> None:
    assert follow(link) == "/rules/yacht/"


POSITION = "/analysis/yahtzee/-,-,-,-,-,18,-,-,-,-,-,50,-_0_66166_3"


@pytest.mark.parametrize("link", ["/analysis/yacht/", POSITION])
@pytest.mark.parametrize("sign", [".", ")", '"', "’", "/."])
def test_a_link_to_a_position_survives_it(
    db: None, follow: Callable[[str], str], link: str, sign: str
) -> None:
    assert follow(quote(link.rstrip("/") + sign)) == follow(link)


@pytest.mark.parametrize(
    "address", ["/{code}’s", "/r/{code}/come", "/r/{code} and play", "/r/{code}und"]
)
def test_the_page_offers_the_table_that_it_reads(
    outsider: Client, new_room: OpenRoom, alice: User, address: str
) -> None:
    code = new_room(alice).code
    answer = outsider.get(quote(address.format(code=code)), follow=True)
    assert answer.status_code == 404
    page = answer.content.decode()
    assert f'<a class="button" href="/r/{code}/">' in page
    assert f'value="{code}"' in page


@pytest.mark.parametrize(
    "path", ["/rules/", "/scorecard/", "/community/", "/puzzles/", "/privacy/"]
)
@pytest.mark.parametrize("change", ["{0}.", "{0})", "/ {1}", "{2}", '"{1}"/', "{1}%E2%80%9D"])
def test_other_pages_survive_it_too(
    db: None, follow: Callable[[str], str], path: str, change: str
) -> None:
    changed = change.format(path, path.strip("/"), path.upper())
    assert follow(quote("/" + changed.lstrip("/"), safe="/%")) == path


NAMES = ["Alice", "José", "İpek", "佐々木", "रवि", "Bob ❤️", "A/B", "Tilde~", "Jr.", "Anna!"]


@pytest.mark.registered
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("link", ["{0}.", "{0}/.", "{0})", "{0}/,", "{0}’s", "{0}", "{0}/games."])
def test_a_link_to_a_player_survives_it(
    follow: Callable[[str], str], alice: User, name: str, link: str
) -> None:
    for each in {name, name.strip(".!")} - {"Alice"}:
        registered(each)
    part = NameConverter().to_url(name)
    path = "/@" + link.format(part, part.swapcase() if name == "Alice" else part)
    page = "games/" if "games" in link else ""
    assert unquote(follow(quote(path))) == f"/@{part}/{page}"


@pytest.mark.registered
@pytest.mark.parametrize("link", ["/@Alice.", "/@Nobody.", "/(@Alice/)"])
def test_it_tells_visitors_of_a_closed_site_nothing(
    alice: User, outsider: Client, settings: Settings, link: str
) -> None:
    settings.STRANGERS = False
    answer = outsider.get(link, follow=True)
    assert "/@Alice/" not in str(answer.redirect_chain)


def test_it_keeps_what_stands_behind_the_question_mark(
    outsider: Client, new_room: OpenRoom, alice: User
) -> None:
    code = new_room(alice).code
    answer = outsider.get(f"/R/{code}./?fbclid=x%20y")
    assert answer["Location"] == f"/r/{code}/?fbclid=x%20y"


@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere/", "/r/nowhere/", "/r/.../", "/...", "/@nobody.", "/%00", "/r/%00/"),
        *("/\\evil.example", "/r/" + "x" * 5000, "/%FF%FE", "/admin.php", "/.env", "/API/v1/no"),
    ],
)
def test_it_invents_nothing(db: None, follow: Callable[[str], str], path: str) -> None:
    assert follow(path).startswith("404")


@pytest.mark.parametrize("path", ["//evil.example/", "//evil.example/rules/", "/\\/rules/", "///"])
def test_it_leads_to_no_other_site(path: str) -> None:
    address = page_meant(path, has_page=False)
    assert address is None or not address.startswith(("//", "/\\"))


def test_it_mends_nothing_that_is_sent(db: None, outsider: Client) -> None:
    assert outsider.post("/NEW/").status_code == 404


def test_a_program_is_told_that_there_is_nothing(db: None, outsider: Client) -> None:
    answer = outsider.get("/api/v1/no.")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")


@pytest.mark.parametrize(
    "typed",
    [
        "{0}.",
        "HTTPS://HOST/R/{1}/",
        "<https://host/r/{0}/>",
        "r/{0}",
        "Come to {0}",
        "code: {1}",
        "{0} is my table",
        "https%3A%2F%2Fhost%2Fr%2F{0}%2F",
    ],
)
def test_the_search_reads_them_too(new_room: OpenRoom, alice: User, typed: str) -> None:
    code = new_room(alice).code
    assert find_room_code(typed.format(code, code.upper())) == code
