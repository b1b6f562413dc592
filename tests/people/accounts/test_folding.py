"""People sign in as they write themselves, also those whose names are from before these rules."""

import unicodedata

import pytest
from django.test import Client

from games.core.bots import PERSONALITIES
from games.models import User
from games.people.accounts.bot_accounts import find_bot
from games.people.accounts.names import NameRefused, find_account
from games.people.accounts.players import create_account, create_guest
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.renaming import fill_skeletons, rename_player
from tests.support.people import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.registered]


def as_version_1_0(name: str) -> User:
    """Create an account as version 1.0 does: it knows neither `folded` nor `forms_of`."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return User.objects.create(username=unicodedata.normalize("NFKC", plain), name=name)


# The dotted and dotless letters of Turkish, in both cases (Unicode, SpecialCasing.txt).
@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("\u0130pek", "ipek Ipek \u0130PEK IPEK \u0131pek i\u0307pek \u0130pek"),
        ("I\u015eIK", "\u0131\u015f\u0131k I\u015f\u0131k i\u015fik \u0130\u015e\u0130K I\u015eIK"),
        ("Ka\u02bbiulani", "Ka'iulani KA\u2019IULANI ka`iulani kaʻiulani"),
        ("Jean-Luc", "jean\u2010luc JEAN\u2013LUC"),
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u0631\u0636\u0627"),
        ("Stra\u00dfe", "STRASSE strasse Stra\u1e9ee"),
        (
            "\u039d\u03af\u03ba\u03bf\u03c2",
            "\u039d\u038a\u039a\u039f\u03a3 \u03bd\u03af\u03ba\u03bf\u03c3",
        ),
        # Greek capitals have no accents.
        ("Νίκος", "ΝΙΚΟΣ νικος Νικος"),
        ("ΝΙΚΟΣ", "Νίκος"),
        ("Ελένη", "ΕΛΕΝΗ ΕΛΈΝΗ"),
        ("Ζωή", "ΖΩΗ"),
        ("Μάιος", "ΜΑΪΟΣ ΜΑΙΟΣ"),
        ("Εὐριπίδης", "ΕΥΡΙΠΙΔΗΣ Ευριπίδης"),
        # Arabic and Persian keyboards
        ("علی", "علي"),
        ("كريم", "کریم"),
        ("سارة٢", "سارة۲ سارة2"),
        ("محمد", "محـمد محـــمد"),
        ("Ọ\u0300ṣun", "O\u0329\u0300s\u0329un ọ̀ṣun"),
        ("Սևակ", "ՍԵՎԱԿ սեվակ ՍԵՒԱԿ"),
        # Signs for which people have several
        ("בן־גוריון", "בן-גוריון"),
        ("Saint֊Paul", "Saint-Paul"),
        ("צה״ל", 'צה"ל צה“ל צה”ל'),
        ("Ng'ang'a", "Ngꞌangꞌa NGꞋANGꞋA Ngˈangˈa"),
        ("Gal·la", "Gal•la Gal・la Gal‧la"),
        # Sequences that show the same
        ("ແກ້ວ", "ເເກ້ວ"),
        ("ឆោម", "ឆ\u17c1\u17b6ម"),
        ("ကို", "က\u102f\u102d"),
        ("ဦးလှ", "ဉီးလှ"),
    ],
)
def test_people_sign_in_as_they_type_their_names(name: str, typed: str, client: Client) -> None:
    user = create_account(name, PASSWORD)
    for word in typed.split():
        assert find_account(word) == user, word
        answer = client.post("/sign-in/", {"name": word, "password": PASSWORD})
        assert answer.status_code == 302, word
        client.post("/sign-out/")
        for take in (create_guest, lambda name: create_account(name, "x")):
            with pytest.raises(NameRefused) as refused:
                take(word)
            assert refused.value.code == "taken", word


def test_the_dotless_letter_of_arabic_makes_another_name() -> None:
    huda = create_account("هدى", "x")
    assert find_account("هدي") is None
    assert find_account("هدى") == huda


def test_two_from_before_these_rules_both_stay(client: Client) -> None:
    first, second = as_version_1_0("\u0130pek"), as_version_1_0("ipek")
    for each in (first, second):
        each.set_password(PASSWORD)
        each.save()
    fill_skeletons()
    fill_skeletons()
    assert find_account("\u0130pek") == first
    assert find_account("ipek") == find_account("IPEK") == second
    assert find_account("\u0131pek") == first  # what is nobody's very name is the older one's
    for name in ("\u0130pek", "ipek"):
        client.post("/sign-in/", {"name": name, "password": PASSWORD})
        assert client.get(f"/@{name}/").context["request"].user.name == name
        client.post("/sign-out/")
    with pytest.raises(NameRefused):
        create_account("Ipek", "x")
    delete_player(first)
    fill_skeletons()
    assert find_account("\u0131pek") == second


def test_version_1_0_finds_the_accounts_that_are_made_beside_it() -> None:
    for name in ("\u0130pek", "I\u015eIK", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"):
        user = create_account(name, "x")
        plain = unicodedata.normalize("NFKC", name).casefold()
        assert user.username == unicodedata.normalize("NFKC", plain)


def test_accounts_that_it_makes_are_found_at_once_and_folded_soon() -> None:
    user = as_version_1_0("\u0130pek")
    assert find_account("\u0130PEK") == user
    assert find_account("ipek") is None
    fill_skeletons()
    assert find_account("ipek") == user


def test_a_name_that_it_has_changed_counts_no_more() -> None:
    user = create_account("\u0130pek", "x")
    User.objects.filter(pk=user.pk).update(username="zora", name="Zora", skeleton="zora")
    assert find_account("ipek") is None
    assert find_account("ZORA") == user
    other = create_account("ipek", "x")
    fill_skeletons()
    assert find_account("\u0130pek") == other
    assert find_account("Zora") == user


def test_a_closed_account_keeps_its_name_however_it_is_typed() -> None:
    user = create_account("I\u015eIK", "x")
    User.objects.filter(pk=user.pk).update(is_active=False)
    for typed in ("\u0131\u015f\u0131k", "I\u015f\u0131k"):
        with pytest.raises(NameRefused):
            create_guest(typed)


def test_an_account_may_type_its_own_name_otherwise() -> None:
    user = create_account("\u0130pek", "x")
    for name in ("ipek", "IPEK", "\u0130pek"):
        rename_player(user, name)
        assert (user.name, find_account("\u0131pek")) == (name, user)


def test_a_deleted_account_frees_what_it_was_folded_to() -> None:
    delete_player(create_account("\u0130pek", "x"))
    assert create_account("ipek", "x").name == "ipek"


def test_nobody_finds_a_bot_by_its_name() -> None:
    find_bot("gull")
    fill_skeletons()
    assert find_account(PERSONALITIES["gull"].name) is None
