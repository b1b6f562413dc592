"""Who may change second factors, and which doors are open afterwards: every account, session and
change, compared with TABLE.
"""

import base64
import itertools
from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.db import transaction
from django.http import HttpRequest
from django.test import Client

from games.models import Authenticator as App
from games.models import Passkey, RecoveryCode, User
from games.people.accounts.sessions import SessionStore
from games.platform.limits.rates import BUCKETS
from games.site.account.factors import authenticators, changes, links
from games.site.account.factors.gate import note_passed
from tests.site.account.factors.people import (
    KEY,
    PAGE,
    PASSKEYS,
    Factors,
    code_now,
    knows_password,
    post,
)
from tests.support.clock import FakeClock
from tests.support.people import BACKEND
from tests.system.attack.authenticator import Authenticator

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

MINUTE, HOUR = 60, 3600

TABLE = """
factors  session               a player may  staff may  desk and admin were  and are, if it was done
none     older                 yes           no         closed               -
none     newer                 yes           no         closed               -
none     link opened           yes           yes        closed               open
some     older                 no            no         closed               -
some     newer                 no            no         closed               -
some     just shown            yes           yes        open                 open
some     shown 11 minutes ago  no            no         open                 -
some     shown 25 hours ago    no            no         closed               -
some     shown before a change no            no         closed               -
some     link opened           yes           yes        closed               closed
"""
"""Written by hand, after docs/security.md. Once the last factor is gone, the doors are closed."""

KINDS = ("app", "passkey", "codes")
ACCOUNTS = [
    " ".join(chosen) for count in range(4) for chosen in itertools.combinations(KINDS, count)
]


class Row(NamedTuple):
    """A row of TABLE."""

    factors: str
    session: str
    player: str
    staff: str
    before: str
    after: str


def rows() -> list[Row]:
    heads, *lines = TABLE.strip("\n").split("\n")
    starts = [heads.index(head) for head in ("factors", "session", "a player", "staff", "desk")]
    starts.append(heads.index("and are"))
    ends = [*starts[1:], None]
    cells = [[line[a:b].strip() for a, b in zip(starts, ends, strict=True)] for line in lines]
    return [Row(*each) for each in cells]


def browser(player: User) -> Client:
    """A browser that is signed in by the password alone."""
    client = Client(headers={"x-test": "1"})
    client.force_login(player, backend=BACKEND)
    return client


class Scene:
    """An account with its factors, and the session that asks for a change."""

    def __init__(self, player: User, kinds: str, session: str, clock: FakeClock) -> None:
        older = browser(player)
        self.player = player
        self.factors = Factors(player, kinds)
        changes.end_passes(player)
        self.client = older if session == "older" else browser(player)
        if "shown" in session:
            self.factors.show(self.client)
        if session == "shown 11 minutes ago":
            clock.advance(11 * MINUTE)
        if session == "shown 25 hours ago":
            clock.advance(25 * HOUR)
        if session == "shown before a change":
            changes.end_passes(player)
        if session == "link opened":
            path = f"{PAGE}link/{links.make_token(player)}/"
            assert knows_password(self.client, path).status_code == 302

    def add_app(self) -> None:
        shown = KEY.findall(knows_password(self.client, PAGE, do="begin").content.decode())
        if shown:
            text = shown[0].replace(" ", "")
            code = code_now(base64.b32decode(text + "=" * (-len(text) % 8)))
            post(self.client, PAGE, do="confirm", code=code)

    def remove_app(self) -> None:
        knows_password(self.client, PAGE, do="remove")

    def new_codes(self) -> None:
        knows_password(self.client, PAGE, do="codes")

    def add_passkey(self) -> None:
        answer = post(self.client, f"{PASSKEYS}/options")
        # Whoever skips the options has no challenge, but may answer an older one.
        options = answer if answer.status_code == 200 else post(self.client, SIGN_IN_OPTIONS)
        made = Authenticator().register(options.json() | {"rp": {"id": "testserver"}})
        knows_password(self.client, f"{PASSKEYS}/add", answer=made, name="New")

    def remove_passkey(self) -> None:
        passkey = Passkey.objects.get(player=self.player)
        knows_password(self.client, f"{PASSKEYS}/{passkey.pk}/remove")

    def ask(self) -> None:
        knows_password(self.client, PAGE, do="ask")

    def ask_no_longer(self) -> None:
        knows_password(self.client, PAGE, do="ask-no-longer")

    def what_is_stored(self) -> object:
        tables = (App, Passkey, RecoveryCode)
        return [
            User.objects.filter(pk=self.player.pk).values_list("factor_rev", "asks_passkey").get(),
            *(list(each.objects.order_by("pk").values_list()) for each in tables),
        ]

    def doors(self) -> str:
        """Return "open" or "closed", the same for the desk and the admin."""
        statuses = {
            self.client.get(p, secure=True).status_code for p in ("/desk/", "/admin/jsi18n/")
        }
        assert statuses in ({200}, {302})
        return "open" if statuses == {200} else "closed"


SIGN_IN_OPTIONS = "/sign-in/passkey/options"
CHANGES: list[tuple[Callable[[Scene], None], str]] = [
    (Scene.add_app, ""),
    (Scene.remove_app, "app"),
    (Scene.new_codes, "app passkey codes"),
    (Scene.add_passkey, ""),
    (Scene.remove_passkey, "passkey"),
    (Scene.ask, "passkey"),
    (Scene.ask_no_longer, "passkey"),
]
"""Each change, and of which factors the account needs one for it."""


def changes_of(kinds: str) -> list[Callable[[Scene], None]]:
    has = set(kinds.split())
    return [each for each, needs in CHANGES if not needs or has & set(needs.split())]


def cases() -> list[tuple[str, Row]]:
    return [
        (kinds, row)
        for kinds in ACCOUNTS
        for row in rows()
        if (row.factors == "some") == bool(kinds)
    ]


@pytest.mark.parametrize("who", ["player", "staff"])
@pytest.mark.parametrize(("kinds", "row"), cases(), ids=lambda x: getattr(x, "session", x))
def test_it_does_what_the_table_says(
    alice: User, clock: FakeClock, who: str, kinds: str, row: Row
) -> None:
    if who == "staff":
        rights = {"desk_role": "moderator", "is_staff": True, "is_superuser": True}
        User.objects.filter(pk=alice.pk).update(**rights)
    may = (row.player if who == "player" else row.staff) == "yes"
    for change in changes_of(kinds):
        with transaction.atomic():
            BUCKETS.clear()
            now = clock.now_ms()
            scene = Scene(User.objects.get(pk=alice.pk), kinds, row.session, clock)
            if who == "staff" and change is Scene.add_app:
                assert scene.doors() == row.before
            stored = scene.what_is_stored()
            change(scene)
            assert (scene.what_is_stored() != stored) == may, change.__name__
            if who == "staff":
                left = authenticators.has_factor(alice)
                after = row.after if may and left else "closed" if may else row.before
                assert scene.doors() == after, change.__name__
            clock.set(now)
            transaction.set_rollback(True)


def test_what_was_shown_counts_as_it_is_now_not_as_the_request_began(alice: User) -> None:
    Factors(alice, "app")
    request = HttpRequest()
    request.session = SessionStore()
    request.user = User.objects.get(pk=alice.pk)
    note_passed(request)
    # Meanwhile another request has changed the factors.
    changes.end_passes(alice)
    with pytest.raises(changes.NotAllowed), changes.change(request):
        pass
