"""The site's settings in the browser: who may change them, what they change, and what wins."""

import io
import smtplib
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from PIL import Image

from games.models import AuditEntry, SiteSettings, User
from games.people.accounts import site_rules
from games.people.accounts.preferences import language_of
from games.platform.site_settings import current
from games.platform.site_settings.mail import Backend, sender
from games.site.account.operator import trying
from games.site.shared.sharing.canvas import Canvas
from games.site.shared.sharing.contents import Site, shown_site
from games.site.shared.sharing.drawing import draw
from tests.support.mail_server import running_mail_server
from tests.support.people import cookie_of, registered

pytestmark = pytest.mark.django_db

MAIL = {"host": "", "port": "587", "security": "smtp+tls", "user": "", "sender": ""}


@pytest.fixture
def operator(outsider: Client) -> Client:
    """The browser of a superuser who has shown a second factor."""
    olga = registered("Olga")
    User.objects.filter(pk=olga.pk).update(is_superuser=True, is_staff=True)
    olga.refresh_from_db()
    outsider.cookies["sessionid"] = cookie_of(olga)
    return outsider


def picture(kind: str = "PNG", size: tuple[int, int] = (300, 100)) -> io.BytesIO:
    found = io.BytesIO()
    Image.new("RGB", size, "red").save(found, kind)
    found.seek(0)
    found.name = "logo"
    return found


def bomb() -> bytes:
    """A PNG of few bytes that says it has 60000 times 60000 pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(bytes(1000)))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("question", ["name", "language", "who", "mail", "legal"])
def test_it_is_open_to_superusers_with_a_second_factor_only(question: str) -> None:
    path = f"/site/{question}/"
    nora = registered("Nora")
    seen = [Client().get(path).status_code]
    for changes in (
        {},
        {"desk_role": "moderator"},
        {"is_staff": True, "desk_role": ""},
        {"is_superuser": True, "is_staff": False},
        {"is_staff": True},
    ):
        User.objects.filter(pk=nora.pk).update(**changes)
        nora.refresh_from_db()
        client = Client()
        client.cookies["sessionid"] = cookie_of(nora)
        seen.append(client.get(path).status_code)
    # The last but one is a superuser who has shown no factor: they are led to that.
    assert seen == [404, 404, 404, 404, 302, 200]


def test_a_name_is_everywhere_and_the_game_keeps_its_own(operator: Client) -> None:
    answer = operator.post("/site/name/", {"name": "  Würfel &  Co "})
    assert answer.headers["Location"] == "/site/language/"
    name, shown = "Würfel & Co", "Würfel &amp; Co"
    home = operator.get("/").content.decode()
    assert f"<title>{shown}: dice games with friends</title>" in home
    assert f'og:site_name" content="{shown}"' in home
    assert f'data-site="{shown}"' in home
    assert f"· {shown}</title>" in operator.get("/settings/").content.decode()
    manifest = operator.get(home.partition('rel="manifest" href="')[2].partition('"')[0])
    assert (manifest.json()["name"], manifest.json()["short_name"]) == (name, name)
    assert sender() == "=?utf-8?b?V8O8cmZlbCAmIENv?= <yacht@localhost>"
    rules = Client().get("/rules/yacht/").content.decode()
    assert "Rules of Yacht" in rules
    assert AuditEntry.objects.filter(action="site settings").count() == 1


def test_drawn_previews_show_name_and_logo(operator: Client) -> None:
    profile = f"/@{User.objects.get().name}/"

    def preview() -> tuple[str, bytes]:
        head = Client().get(profile).content.decode()
        address = head.partition('og:image" content="http://testserver')[2].partition('"')[0]
        return address, Client().get(address).content

    seen = [preview()]
    for sent in ({"name": "Dice & Co"}, {"name": "Dice & Co", "logo": picture(size=(90, 90))}):
        operator.post("/site/name/", sent)
        seen.append(preview())
    assert len({address for address, _ in seen}) == 3
    assert len({drawn for _, drawn in seen}) == 3


def test_installed_it_has_the_logo_as_its_only_icon(operator: Client) -> None:
    before = Client().get("/app/en.webmanifest").json()["icons"]
    assert len(before) > 3
    assert not [icon for icon in before if "/logo/" in icon["src"]]
    operator.post("/site/name/", {"logo": picture(size=(90, 90))})
    address = f"/logo/{current.chosen().logo}.png"
    icons = Client().get("/app/en.webmanifest").json()["icons"]
    assert [icon["src"] for icon in icons] == [address]
    assert address in Client().get("/sw.js").content.decode()


@pytest.mark.parametrize(
    "name", ["Dice & Co", "Würfelclub Schwarzwald-Baar", "W" * 30, "Spieleabend"]
)
def test_the_name_in_the_preview_of_the_site_lies_beside_the_dice(name: str) -> None:
    canvas = Canvas(name)
    ends: list[float] = []
    usual = canvas.write

    def write(place: tuple[float, float], text: str, size: int, *more: Any) -> float:
        wide = usual(place, text, size, *more)
        ends.append(place[0] + wide)
        return wide

    canvas.write = write  # type: ignore[method-assign, assignment]
    draw(Site("", name, ""), canvas)
    # The left edge of the dice, as they lie in the picture.
    assert 0 < max(ends) < 620


def test_a_name_that_the_fonts_lack_breaks_no_preview(operator: Client) -> None:
    operator.post("/site/name/", {"name": "骰子"})
    assert shown_site() == "Yacht"


@pytest.mark.parametrize(
    ("question", "sent"),
    [("name", {"name": "Dice & Co"}), ("legal", {"terms": "Be kind."})],
)
def test_no_browser_keeps_a_page_from_before(
    operator: Client, question: str, sent: dict[str, str]
) -> None:
    visitor = Client()
    tag = visitor.get("/fair/dice/").headers["ETag"]
    unchanged = visitor.get("/fair/dice/", headers={"If-None-Match": tag})
    assert unchanged.status_code == 304
    operator.post(f"/site/{question}/", sent)
    assert visitor.get("/fair/dice/", headers={"If-None-Match": tag}).status_code == 200


def test_mail_is_in_the_language_of_the_site_for_those_who_have_chosen_none(
    operator: Client,
) -> None:
    nora = registered("Nora")
    assert language_of(nora) == "en"
    operator.post("/site/language/", {"language": "de"})
    assert language_of(nora) == "de"


@pytest.mark.parametrize(
    "name",
    ["a\u202eb", "x" * 31, "a\u200bb", "a\x07b"],
    ids=["direction", "long", "unseen", "bell"],
)
def test_a_name_that_breaks_lines_or_hides_is_refused(operator: Client, name: str) -> None:
    answer = operator.post("/site/name/", {"name": name})
    assert answer.status_code == 422
    assert current.site_name() == "Yacht"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_logo_is_drawn_again_and_has_an_address_of_its_own(operator: Client, kind: str) -> None:
    assert operator.post("/site/name/", {"logo": picture(kind)}).status_code == 302
    digest = current.chosen().logo
    answer = Client().get(f"/logo/{digest}.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert "immutable" in answer.headers["Cache-Control"]
    with Image.open(io.BytesIO(answer.content)) as drawn:
        assert (drawn.size, drawn.format) == ((256, 256), "PNG")
    assert f"/logo/{digest}.png" in Client().get("/").content.decode()
    operator.post("/site/name/", {"no_logo": "on"})
    assert Client().get(f"/logo/{digest}.png").status_code == 404
    assert "/logo/" not in Client().get("/").content.decode()


@pytest.mark.parametrize(
    "sent",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"GIF89a" + bytes(100),
        b"",
        picture().getvalue()[:60],
        bomb(),
        picture("PNG", (2049, 10)).getvalue(),
        bytes(40_001),
    ],
    ids=["svg", "gif", "empty", "cut off", "bomb", "wide", "many bytes"],
)
def test_what_is_no_small_picture_is_refused_and_the_name_stays(
    operator: Client, sent: bytes
) -> None:
    found = io.BytesIO(sent)
    found.name = "logo.png"
    answer = operator.post("/site/name/", {"name": "Dice & Co", "logo": found})
    assert answer.status_code == 422
    assert 'value="Dice &amp; Co"' in answer.content.decode()
    assert current.read() == current.Chosen(long_clocks=True)


@pytest.mark.parametrize(
    ("chosen", "cookie", "accepts", "seen"),
    [
        ("", "", "de", "de"),
        ("", "", "en", "en"),
        ("de", "", "en", "de"),
        ("de", "en", "de", "en"),
        ("en", "", "de", "en"),
    ],
)
def test_the_language_is_for_those_who_have_chosen_none(
    operator: Client, chosen: str, cookie: str, accepts: str, seen: str
) -> None:
    operator.post("/site/language/", {"language": chosen})
    visitor = Client(headers={"Accept-Language": accepts})
    if cookie:
        visitor.cookies["language"] = cookie
    assert f'<html lang="{seen}"' in visitor.get("/").content.decode()


def test_it_refuses_what_is_no_choice(operator: Client) -> None:
    for question, field in (("language", "language"), ("who", "who")):
        assert operator.post(f"/site/{question}/", {field: "sso"}).status_code == 422


def test_by_invitation_holds_at_once(operator: Client) -> None:
    assert not site_rules.needs_invitation()
    operator.post("/site/who/", {"who": "invited"})
    assert site_rules.needs_invitation()
    operator.post("/site/who/", {"who": ""})
    assert not site_rules.needs_invitation()


@pytest.mark.parametrize(
    ("providers", "only", "needs", "is_only"),
    [([], False, True, False), (["SCHOOL"], False, False, True), (["SCHOOL"], True, False, True)],
)
def test_only_with_a_provider_holds_while_there_is_one(
    operator: Client, settings: Any, providers: list[str], only: bool, needs: bool, is_only: bool
) -> None:
    settings.OIDC_PROVIDERS = ["SCHOOL"]
    assert operator.post("/site/who/", {"who": "sso"}).status_code == 302
    settings.OIDC_PROVIDERS, settings.ONLY_SSO = providers, only
    assert (site_rules.needs_invitation(), site_rules.is_sso_only()) == (needs, is_only)


@pytest.mark.parametrize(
    ("variable", "value", "question", "sent", "column"),
    [
        ("SITE_NAME", "Env", "name", {"name": "Mine"}, "name"),
        ("SITE_LANGUAGE", "en", "language", {"language": "de"}, "language"),
        ("INVITE_ONLY", False, "who", {"who": "invited"}, "who"),
        ("ONLY_SSO", True, "who", {"who": "invited"}, "who"),
        ("EMAIL_URL", "smtp://x", "mail", {**MAIL, "host": "mine.example"}, "mail_url"),
        ("DEFAULT_FROM_EMAIL", "a@b.c", "mail", {**MAIL, "sender": "x@y.org"}, "mail_from"),
        ("LEGAL_DIR", "/nowhere", "legal", {"imprint": "Mine"}, "imprint"),
    ],
)
def test_the_environment_wins_and_says_so(
    operator: Client,
    settings: Any,
    variable: str,
    value: object,
    question: str,
    sent: dict[str, str],
    column: str,
) -> None:
    setattr(settings, variable, value)
    page = operator.get(f"/site/{question}/").content.decode()
    assert f"The environment decides this: {variable}" in page
    assert " disabled" in page
    assert operator.post(f"/site/{question}/", sent).status_code == 302
    row = SiteSettings.objects.filter(pk=1).first()
    assert row is None or not getattr(row, column)


def test_the_texts_of_the_law_are_pages_without_html(operator: Client) -> None:
    assert Client().get("/imprint/").status_code == 404
    text = "# Imprint of *us*\n\n<script>alert(1)</script> [x](javascript:alert(1))"
    answer = operator.post("/site/legal/", {"imprint": text, "privacy": "Our **addition**."})
    assert answer.headers["Location"] == "/"
    page = Client().get("/imprint/").content.decode()
    assert "<h1>Imprint of <em>us</em></h1>" in page
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert "<strong>addition</strong>" in Client().get("/privacy/").content.decode()
    long = operator.post("/site/legal/", {"terms": "x" * 10_001})
    assert long.status_code == 422
    assert "x" * 10_001 in long.content.decode()


def test_the_password_of_the_mail_server_is_encrypted_kept_and_never_shown(
    operator: Client,
) -> None:
    sent = {**MAIL, "host": "mail.example.org", "user": "me@x", "password": "p/w: 1"}
    operator.post("/site/mail/", sent)
    row = SiteSettings.objects.get()
    assert b"p/w" not in bytes(row.mail_url or b"")
    assert current.chosen().mail_url == "smtp+tls://me%40x:p%2Fw%3A%201@mail.example.org:587"
    page = operator.get("/site/mail/").content.decode()
    assert "mail.example.org" in page
    assert "p/w" not in page
    operator.post("/site/mail/", {**sent, "password": ""})
    assert "p%2Fw" in current.chosen().mail_url
    # It is not sent to another server.
    operator.post("/site/mail/", {**sent, "host": "evil.example.org", "password": ""})
    assert "p%2Fw" not in current.chosen().mail_url
    inner: Any = Backend().inner
    assert (inner.host, inner.port, inner.use_tls) == ("evil.example.org", 587, True)


@pytest.fixture
def real_mail(settings: Any) -> Iterator[None]:
    settings.EMAIL_BACKEND = "games.platform.site_settings.mail.Backend"
    yield
    assert mail.outbox == []


@pytest.mark.usefixtures("real_mail")
def test_a_test_mail_says_what_the_server_answered(operator: Client) -> None:
    with running_mail_server() as server:
        host, port = "127.0.0.1", server.server_address[1]
        form = {**MAIL, "host": host, "port": str(port), "security": "smtp", "do": "try"}
        missing = operator.post("/site/mail/", form)
        assert missing.status_code == 422
        taken = operator.post("/site/mail/", {**form, "to": "nora@example.org"})
        assert "The mail server took it" in taken.content.decode()
        assert "nora@example.org" in server.mails[0]
        wrong = operator.post("/site/mail/", {**form, "security": "smtp+tls", "to": "n@x.org"})
        assert "Try another encryption" in wrong.content.decode()
    away = operator.post("/site/mail/", {**form, "port": "1", "to": "nora@example.org"})
    assert "The mail server did not answer" in away.content.decode()
    assert f'value="{host}"' in away.content.decode()


def test_without_a_mail_server_it_says_so(operator: Client) -> None:
    answer = operator.post("/site/mail/", {**MAIL, "do": "try", "to": "n@x.org"})
    assert "There is no mail server yet" in answer.content.decode()


@pytest.mark.parametrize("host", ["a b", "x/y", "a@b", "-x", "x:25", "a\nb"])
def test_it_refuses_what_is_no_host(operator: Client, host: str) -> None:
    assert operator.post("/site/mail/", {**MAIL, "host": host}).status_code == 422


def test_what_a_server_says_is_one_short_line() -> None:
    error = smtplib.SMTPAuthenticationError(535, b"5.7.8 no\r\n" + b"x" * 1000)
    assert len(trying.words_of(error)) < 400
    assert "\n" not in trying.words_of(error)
