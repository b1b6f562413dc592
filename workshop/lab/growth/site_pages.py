"""Every page and every answer of the API, for a player with many games on a site with many."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import NamedTuple
from urllib.parse import urlencode

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.core.rules import VARIANTS, Position, Scorecard
from games.people.accounts.models import User
from games.record.fairness.models import FairLogEntry
from games.record.log.models import Game
from games.tables.rooms.models import Room
from workshop.lab.growth.measurement import Task

NOT_MEASURED = {
    **dict.fromkeys(("people", "sign-out", "keep"), "only takes POST"),
    "first-game": "only takes POST",
    **dict.fromkeys(
        ("push-subscribe", "push-unsubscribe", "notifications-save"), "only takes POST"
    ),
    **dict.fromkeys(
        (
            "account-name",
            "account-guest-name",
            "account-chat",
            "house-rules-keep",
            "scorecard-verdict",
            "scorecard-keep",
            "offline-game-keep",
            "kept-game-forget",
            "desk-undo",
            "desk-judge",
            "family-unlock",
            "family-member",
            "passkey-options",
            "passkey-add",
            "passkey-remove",
            "passkey-show",
            "passkey-sign-in",
            "passkey-sign-in-options",
            *("provider-start", "provider-link", "provider-again-start", "provider-unlink"),
            "account-email",
            "account-online",
            "account-password",
            "account-session-end",
            "account-sessions-end",
        ),
        "only takes POST",
    ),
    **dict.fromkeys(("account-delete", "guest", "new-room"), "a form, or only takes POST"),
    **dict.fromkeys(("api-guests", "api-rooms"), "only takes POST"),
    "account-time-zone": "only takes POST",
    **dict.fromkeys(("settings-save", "settings-avatar", "language"), "only takes POST"),
    **dict.fromkeys(("card-seed", "card-play", "card-end"), "only takes POST"),
    **dict.fromkeys(
        ("card", "preview-card"), "reads its own players only: tests/site/events/cards"
    ),
    **dict.fromkeys(("daily-play", "puzzle-answer", "puzzle-next"), "only takes POST"),
    **dict.fromkeys(
        ("api-card", "card-json"), "reads its own players only: tests/site/events/cards"
    ),
    **dict.fromkeys(
        ("daily-results", "api-daily", "preview-day", "preview-daily"),
        "see script/lab dailies",
    ),
    **dict.fromkeys(
        ("tournament", "api-tournament", "preview-tournament"),
        "reads its own players only: tests/site/events/tournaments/test_pages.py",
    ),
    **dict.fromkeys(
        (
            *("circle-season-now", "circle-season", "circle-evenings", "circle-records"),
            *("circle", "circle-members", "circle-settings", "circle-news"),
            *("circle-with", "kept-game-circle", "join-circle", "join-circle-qr"),
        ),
        "reads its own circle only, as large as it may be: tests/site/front/circles",
    ),
    **dict.fromkeys(
        (
            *("circle-season-length", "circle-season-begin", "kept-game-back"),
            *("circle-friends", "circle-links", "circle-mine", "circle-leave"),
            *("circle-archive", "circle-delete", "circle-weekly"),
            *("invite", "table-circle", "account-holiday"),
            *("answer-invitation", "answer-appointment", "call-off-appointment"),
        ),
        "only takes POST",
    ),
    "table-people": "only for who sits at the table: tests/site/front/table/test_inviting.py",
    **dict.fromkeys(
        ("appointment", "appointment-calendar", "change-appointment"),
        "reads its own row and answers only: tests/site/events/appointments",
    ),
    "fair-log-group": "reads the games of its own group only: archive/proof/test_log_page.py",
    "kept-game": "reads one row by its code: tests/site/study/real_dice/test_kept.py",
    "puzzle": "reads its row by the code, then what puzzle-today reads",
    **dict.fromkeys(
        (
            *("password-reset-confirm", "confirm-address", "stop-mail", "invited"),
            *("closed-decisions", "second-factor-link", "welcome"),
        ),
        "needs the token of a link",
    ),
    **dict.fromkeys(
        ("desk", "desk-case", "desk-audit", "desk-player", "desk-find-player"),
        "only for staff, and limited: account/desk/test_pages.py, people/authority",
    ),
    **dict.fromkeys(("provider-done", "provider-name"), "needs the answer of a provider"),
    "oembed": "reads what the page of its address reads: tests/site/front/screen/test_embeds.py",
    "readyz": "answers with 503 after two seconds, on a busy machine",
}
"""Routes that are no page, and why."""
DICE = "11235"
EXPECTED = (200, 302, 308, 404)


class Subjects(NamedTuple):
    """What the pages are about."""

    player: User
    other: User
    guest: User
    game: str
    room: str
    variant: str
    part: int


def arguments(about: Subjects) -> dict[str, dict[str, object]]:
    """Return the arguments of each route that has some."""
    game: dict[str, object] = {"code": about.game}
    room: dict[str, object] = {"code": about.room}
    variant: dict[str, object] = {"variant": about.variant}
    name: dict[str, object] = {"name": about.player.name}
    english: dict[str, object] = {"language": "en"}
    rules: dict[str, object] = {"text": "generala"}
    return {
        "first-link": {"token": "x"},
        "site-settings": {"question": "name"},
        "site-logo": {"digest": "0"},
        **dict.fromkeys(("preview-site", "manifest", "offline", "sitemap-part"), english),
        "offline-games-taken": english,
        "offline-games-bots": rules,
        "preview-room": {**english, **room},
        "preview-game": {**english, **game},
        "preview-profile": {**english, **name},
        **dict.fromkeys(("invite", "table-circle", "table-people", "answer-invitation"), room),
        **dict.fromkeys(("room", "room-qr", "screen", "screen-qr", "embed-room"), room),
        "screen-evening": room,
        **{name: {**room, "word": "x" * 22} for name in ("claim-seat", "claim-qr")},
        **dict.fromkeys(("game", "game-json", "game-txt", "game-choices"), game),
        **dict.fromkeys(("practice", "embed-game"), game),
        **dict.fromkeys(("api-analysis", "api-game", "api-events"), game),
        **dict.fromkeys(("profile", "profile-games", "api-player", "api-player-games"), name),
        **dict.fromkeys(("bots-of", "leaderboard", "strength-of", "api-leaderboard"), variant),
        **dict.fromkeys(("rules-of", "boxes"), variant),
        **dict.fromkeys(
            ("house-rules", "house-rules-boxes", "house-rules-perfect", "scorecard-rules"), rules
        ),
        "analysis-of": {"rules": about.variant},
        "analysis-position": {"rules": "yacht", "text": "_".join(POSITION.split()[1:])},
        "api-dice": {**variant, "dice": DICE},
        "fair-log-part": {"part": about.part},
        "translated": {"language": "de", "digest": "0", "name": "home-main.js"},
        "offline-values": {"name": f"yacht-{0:016x}"},
    }


POSITION = str(Position(VARIANTS["yacht"], Scorecard(VARIANTS["yacht"])))
QUERIES = {"api-position": f"?{urlencode({'text': POSITION})}"}


def routes() -> list[str]:
    """Return the names of all routes of the site."""
    return list(_names(get_resolver("games.urls").url_patterns))


def _names(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _names(each.url_patterns)
        elif each.name:
            yield each.name


def page_tasks(about: Subjects) -> Iterator[Task]:
    """Yield every page as the player sees it, and some as a guest or a visitor."""
    given = arguments(about)
    player, guest, visitor = _reader(about.player), _reader(about.guest), _reader(None)
    for name in dict.fromkeys(routes()):
        if name in NOT_MEASURED:
            continue
        path = reverse(name, kwargs=given.get(name)) + QUERIES.get(name, "")
        kind = "API" if name.startswith("api-") else "page"
        yield Task(kind, f"{name}", player(path))
    for name in ("home", "my-games", "leaderboards", "fair-log"):
        yield Task("page", f"{name}, as a guest", guest(reverse(name)))
    for name, path in (
        ("profile of another", reverse("profile", kwargs={"name": about.other.name})),
        ("home, without a name", reverse("home")),
        ("no such game", "/g/nosuchgame/"),
    ):
        yield Task("page", name, (visitor if "without" in name else player)(path))


def _reader(user: User | None) -> Callable[[str], Callable[[], None]]:
    """Return what makes a task of a path. Each request comes from another address."""
    client, numbers = Client(SERVER_NAME="localhost"), count()
    if user is not None:
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")

    def make(path: str) -> Callable[[], None]:
        def read() -> None:
            number = next(numbers)
            address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
            answer = client.get(path, REMOTE_ADDR=address)
            if answer.status_code not in EXPECTED:
                raise RuntimeError(f"{path}: {answer.status_code}")
            # An answer may be produced while it is read.
            answer.getvalue()

        return read

    return make


def subjects(busiest: list[User]) -> Subjects:
    """Choose what the pages are about: the busiest accounts, and a recent game of the busiest."""
    player, other, *_ = busiest
    cards = player.scorecards.filter(finished_at__isnull=False).order_by("-finished_at")
    card = cards.select_related("game")[0]
    guest = User.objects.filter(is_guest=True, scorecards__isnull=False).order_by("-pk")[0]
    room = Room.objects.filter(game__status=Game.Status.PLAYING).order_by("-pk")[0]
    last = FairLogEntry.objects.order_by("-index")[0].index
    return Subjects(player, other, guest, card.game.code, room.code, card.pool, last // 100_000 + 1)
