"""Staff find players, rooms and games, read logs, and rename players."""

import pytest
from django.db.models import Model

from games.models import DiceSecret, TournamentSeries, User
from games.people.accounts.players import create_account
from games.record.fairness.secrets import secret_of
from tests.support.people import current_game, open_room, person, playing
from tests.support.staff import staff


def found(table: str, words: str) -> str:
    return staff().get(f"/admin/games/{table}/", {"q": words}).content.decode()


def link_to(row: Model) -> str:
    return f"/admin/games/{row._meta.model_name}/{row.pk}/change/"


def test_it_finds_players_by_name_and_address(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(email="bob@example.com")
    for words in ("bo", "bob@example.com"):
        page = found("user", words)
        assert link_to(bob) in page
        assert link_to(alice) not in page


def test_it_finds_rooms_by_code_host_player_and_game(alice: User, bob: User) -> None:
    room, other = playing(alice, bob), open_room(person("Charlie"))
    for words in (room.code, "Alice", "Bob", current_game(room).code):
        page = found("room", words)
        assert link_to(room) in page, words
        assert link_to(other) not in page, words


def test_it_finds_games_by_code_room_and_player(alice: User, bob: User, charlie: User) -> None:
    room, other = playing(alice, bob), playing(charlie)
    game = current_game(room)
    for words in (room.code, "Alice", "Bob", game.code):
        page = found("game", words)
        assert link_to(game) in page, words
        assert link_to(current_game(other)) not in page, words


def test_it_shows_the_log_of_a_game_to_be_read_only(alice: User) -> None:
    game = current_game(playing(alice))
    for client in (staff(), staff("view_game")):
        page = client.get(link_to(game)).content.decode()
        assert "game.started" in page
        assert 'name="events-0-data"' not in page
        secret = secret_of(DiceSecret.objects.get(code=game.code)).hex()
        assert secret not in page
    form = {"events-TOTAL_FORMS": "1", "events-INITIAL_FORMS": "0", "events-0-type": "x"}
    assert staff().post(link_to(game), form).status_code == 403
    assert game.events.count() == 1


def test_it_renames_as_if_the_player_had(alice: User) -> None:
    room = open_room(alice)
    account = create_account("Zoe", "red sails at dawn")
    form = {"email": "", "is_active": "on"}
    assert staff().post(link_to(account), {**form, "name": "Weiß"}).status_code == 302
    account.refresh_from_db()
    assert (account.name, account.username, account.is_active) == ("Weiß", "weiss", True)
    # The others at the table see it.
    rev = room.rev
    staff().post(link_to(alice), {**form, "name": "Alicia"})
    alice.refresh_from_db()
    room.refresh_from_db()
    assert (alice.name, room.rev) == ("Alicia", rev + 1)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "required"),
        ("\u200b", "Please enter a name."),
        ("admin", "This name is reserved"),
        ("BOB", "This name is taken"),
        ("x" * 21, "at most 20"),
    ],
)
def test_it_refuses_names_that_nobody_could_take(
    transactional_db: None, name: str, complaint: str
) -> None:
    create_account("Bob", "red sails at dawn")
    account = create_account("Zoe", "red sails at dawn")
    form = {"email": "", "is_active": "on", "name": name}
    page = staff().post(link_to(account), form)
    assert page.status_code == 200
    assert complaint in page.content.decode()
    account.refresh_from_db()
    assert account.name == "Zoe"


SERIES = {
    "kind": "arena",
    "every": "week",
    "variant": "yacht",
    "clock": "60",
    "seats": "3",
    "minutes": "60",
    "dice": "own",
    "offset": "0",
}


@pytest.mark.parametrize(
    "wrong", [{"clock": "45"}, {"clock": "86400"}, {"variant": "kniffel"}, {"minutes": "0"}]
)
def test_it_takes_no_series_that_cannot_be_scheduled(db: None, wrong: dict[str, str]) -> None:
    client, address = staff(), "/admin/games/tournamentseries/add/"
    before = TournamentSeries.objects.count()
    answer = client.post(address, SERIES | wrong)
    assert answer.context["adminform"].form.errors.keys() == wrong.keys()
    assert client.post(address, SERIES).status_code == 302
    made = TournamentSeries.objects.latest("pk")
    assert TournamentSeries.objects.count() == before + 1
    assert (made.variant, made.clock, made.minutes, made.active) == ("yacht", 60, 60, False)


def test_it_lets_only_superusers_into_an_account(alice: User) -> None:
    form = {"password1": "four words nobody chose", "password2": "four words nobody chose"}
    path = f"/admin/games/user/{alice.pk}"
    before = User.objects.get(pk=alice.pk)
    moderator = staff("view_user", "change_user")
    assert moderator.post(f"{path}/password/", form).status_code == 403
    changed = {"name": "Alicia", "email": "mallory@example.com", "is_active": "on"}
    assert moderator.post(f"{path}/change/", changed).status_code == 302
    after = User.objects.get(pk=alice.pk)
    assert (after.name, after.email, after.password) == ("Alicia", before.email, before.password)
    assert staff().post(f"{path}/password/", form).status_code == 302
    assert User.objects.get(pk=alice.pk).check_password("four words nobody chose")
