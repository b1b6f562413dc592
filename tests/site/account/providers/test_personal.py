"""What is stored about somebody who signs in with a provider: exported, given on, deleted, and
gone after a day where nobody signed in.
"""

import json
from datetime import timedelta

import pytest
from django.test import Client

from games.models import ProviderLink, Session, User
from games.platform.clock import utc_now
from games.platform.limits.rates import BUCKETS
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.signing_in import merge_guest
from games.site.account.providers.client import Identity
from games.site.account.providers.links import make_link
from tests.site.account.providers.school import School, sign_in, sign_up
from tests.support.people import person, registered

pytestmark = pytest.mark.django_db

MAIL = "dora@example.com"


def test_the_export_says_with_what_somebody_signs_in(school: School, client: Client) -> None:
    school.person("d1", nickname="Dora", email=MAIL, email_verified=True)
    sign_up(client, "d1", "Dora")
    found = json.loads(client.get("/account/export/").content)["providers"]
    assert [(each["issuer"], each["subject"], each["role"]) for each in found] == [
        (school.issuer, "d1", "")
    ]
    assert {"linked", "used"} < found[0].keys()


def test_no_address_and_no_claim_is_kept(school: School, client: Client) -> None:
    school.person("d1", nickname="Nick", given_name="Given", email=MAIL, email_verified=True)
    sign_up(client, "d1", "Dora")
    stored = [*User.objects.values(), *ProviderLink.objects.values()]
    for word in (MAIL, "Nick", "Given"):
        assert word not in str(stored)
    assert "provider_sign_up" not in client.session
    assert not [key for key, _ in client.session.items() if key.startswith("_state_")]


def test_what_waits_for_a_name_is_encrypted(school: School, client: Client) -> None:
    # Words that are in no text of random letters and digits by chance.
    words = (MAIL, "Nick of the harbour", "number-one")
    school.person("number-one", nickname=words[1], email=MAIL, email_verified=True)
    sign_in(client, "number-one")
    assert "provider_sign_up" in client.session
    for word in words:
        assert word not in str(client.session["provider_sign_up"])


def test_deletion_takes_the_link(school: School, client: Client) -> None:
    sign_up(client, "d1", "Dora")
    delete_player(User.objects.get(name="Dora"))
    assert not ProviderLink.objects.exists()


def test_merging_gives_a_link_on(school: School) -> None:
    guest, account = person("Gus"), registered("Alice")
    make_link(guest, Identity("https://a.example", "1", (), "", frozenset(), "", None))
    make_link(guest, Identity("https://b.example", "1", (), "", frozenset(), "", None))
    make_link(account, Identity("https://b.example", "2", (), "", frozenset(), "", None))
    merge_guest(guest, account)
    found = set(ProviderLink.objects.filter(player=account).values_list("issuer", "subject"))
    assert found == {("https://a.example", "1"), ("https://b.example", "2")}


def test_a_visitor_at_a_provider_leaves_a_session_for_a_day(school: School, client: Client) -> None:
    sign_in(client, "d1")
    (row,) = Session.objects.all()
    assert row.player is None
    assert row.expire_date <= utc_now() + timedelta(days=1, minutes=1)
    assert not User.objects.exists()


@pytest.mark.usefixtures("clock")
def test_an_address_begins_few_sign_ins(school: School) -> None:
    BUCKETS.clear()
    answers = [Client().post("/sign-in/with/school/").status_code for _ in range(125)]
    assert (answers.count(200), answers.count(429)) == (120, 5)
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.post("/sign-in/with/school/").status_code == 200
