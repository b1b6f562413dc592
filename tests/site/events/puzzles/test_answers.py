"""Answers: judged by the server, counted once, streaks, and what becomes of them."""

from datetime import timedelta

import pytest

from games.models import Puzzle, PuzzleAnswer, PuzzleRecord, User
from games.platform.clock import utc_now
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.export import export
from games.site.account.membership.signing_in import merge_guest
from games.site.events.puzzles.answers import Counted, UnknownChoice, count, judge, next_of_streak
from games.site.events.puzzles.choices import Theme
from games.site.events.puzzles.choosing import Wish, choose, themes_of
from games.site.events.puzzles.player_puzzles import REMEMBERED_FOR, forget_answers, record_of
from tests.site.events.puzzles.making import RIGHT, WRONG, puzzle, puzzles

pytestmark = pytest.mark.registered

LADDER = [1000.0 + 50 * step for step in range(12)]


def solve(player: User, asked: Puzzle, right: bool = True, streak: bool = False) -> Counted:
    return count(player, asked, right, streak, utc_now())


def asked_in_streak(player: User) -> Puzzle:
    _, asked = next_of_streak(player, "yacht", utc_now())
    assert asked is not None
    return asked


def test_it_judges_by_the_stored_losses(db: None) -> None:
    asked = puzzle()
    assert judge(asked, RIGHT).mine.is_right
    verdict = judge(asked, WRONG)
    assert not verdict.mine.is_right
    assert verdict.mine.loss == 400
    assert verdict.ranked[0].choice.key == RIGHT
    for unknown in ("", "keep:6", "box:chance", "box:", "12466"):
        with pytest.raises(UnknownChoice):
            judge(asked, unknown)


def test_it_lets_no_guest_change_how_hard_a_puzzle_is(guest: User) -> None:
    asked = puzzle()
    assert solve(guest, asked).change > 0
    asked.refresh_from_db()
    assert (asked.mu, asked.sigma, asked.tries) == (1500, 150, 1)


def test_it_chooses_unseen_puzzles_near_the_rating(alice: User) -> None:
    made = puzzles(*range(1000, 2000, 25))
    codes = {str(each.pk): each.mu for each in made}
    assert len(codes) == 40
    for _ in range(20):
        found = choose(Wish("yacht", None, 1500), alice, (), utc_now())
        assert found is not None
        assert 1200 <= found.mu <= 1775
    for each in made[1:]:
        solve(alice, each)
    left = choose(Wish("yacht", None, 1500), alice, (), utc_now())
    assert left == made[0]
    solve(alice, made[0])
    assert choose(Wish("yacht", None, 1500), alice, (), utc_now()) is None
    codes_seen = [each.code for each in made[1:]]
    assert choose(Wish("yacht", None, 1500), None, codes_seen, utc_now()) == made[0]


def test_it_chooses_by_theme_and_offers_those_that_there_are(db: None) -> None:
    puzzles(1500, theme="upper")
    end = puzzle("66621", theme="end")
    assert themes_of("yacht") == [Theme.UPPER, Theme.END]
    assert choose(Wish("yacht", Theme.END, 1500), None, (), utc_now()) == end
    assert choose(Wish("yacht", Theme.STRAIGHTS, 1500), None, (), utc_now()) is None


def test_it_gives_a_new_site_puzzles_at_once(db: None) -> None:
    for variant in ("yacht", "yahtzee", "yatzy"):
        assert choose(Wish(variant, None, 1500), None, (), utc_now()) is not None
        assert set(themes_of(variant)) == set(Theme)
    assert set(Puzzle.objects.values_list("source", flat=True)) == {"bots"}


def nearest(ratings: list[float], wanted: float) -> list[float]:
    """The ratings near to the wanted one, of which a streak takes any."""
    harder = sorted(each for each in ratings if each >= wanted)
    easier = sorted((each for each in ratings if each < wanted), reverse=True)
    return harder[:3] + easier[:3]


def test_a_streak_gets_harder_until_the_first_mistake(alice: User) -> None:
    puzzles(*LADDER)
    left = list(LADDER)
    for wanted in (1000, 1050, 1100, 1150, 1200):
        asked = asked_in_streak(alice)
        assert asked_in_streak(alice) == asked  # a reload does not change it
        assert asked.mu in nearest(left, wanted)
        left.remove(asked.mu)
        solve(alice, asked, streak=True)
    assert (record_of(alice).run, record_of(alice).best_run) == (5, 5)
    solve(alice, asked_in_streak(alice), right=False, streak=True)
    assert (record_of(alice).run, record_of(alice).best_run) == (0, 5)
    assert record_of(alice).mu == 1500


def test_a_streak_counts_only_the_puzzle_that_it_asks(alice: User) -> None:
    made = puzzles(*LADDER)
    asked = asked_in_streak(alice)
    other = next(each for each in made if each != asked)
    assert not solve(alice, other, streak=True).first
    assert record_of(alice).run == 0
    # A player who has seen the solution gets another one.
    solve(alice, asked)
    assert not solve(alice, asked, streak=True).first
    assert record_of(alice).run == 0
    assert asked_in_streak(alice) != asked


def test_it_gives_a_guests_answers_and_streak_to_their_account(alice: User, guest: User) -> None:
    made = puzzles(*LADDER)
    for _ in range(3):
        solve(guest, asked_in_streak(guest), streak=True)
    (twice,) = [each for each in made if not PuzzleAnswer.objects.filter(code=each.code).exists()][
        :1
    ]
    solve(guest, twice, right=False)
    solve(alice, twice)
    merge_guest(guest, alice)
    assert record_of(alice).best_run == 3
    assert PuzzleAnswer.objects.filter(player=alice).count() == 4
    assert PuzzleAnswer.objects.get(player=alice, code=twice.code).right
    assert not PuzzleRecord.objects.filter(player=guest).exists()


def test_it_deletes_and_exports_them_with_the_account(alice: User) -> None:
    asked = puzzle()
    solve(alice, asked)
    mine = export(alice)["puzzles"]
    assert (mine["tries"], mine["solved"], mine["best_streak"]) == (1, 1, 0)
    assert [(each["puzzle"], each["right"]) for each in mine["answers"]] == [(asked.code, True)]
    delete_player(alice)
    assert not PuzzleAnswer.objects.exists()
    assert not PuzzleRecord.objects.exists()


def test_it_forgets_answers_after_a_year(alice: User) -> None:
    solve(alice, puzzle())
    solve(alice, puzzle("12466", code="another"))
    old = PuzzleAnswer.objects.order_by("pk").first()
    assert old is not None
    PuzzleAnswer.objects.filter(pk=old.pk).update(at=utc_now() - REMEMBERED_FOR - timedelta(days=1))
    assert forget_answers(utc_now()) == 1
    assert PuzzleAnswer.objects.get().code == "another"


def test_it_gives_the_record_to_an_account_without_one(alice: User, guest: User) -> None:
    solve(guest, puzzle())
    merge_guest(guest, alice)
    assert record_of(alice).solved == 1
