"""What each sweep of the worker asks again and again, when there is little to do."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial

from games.assembly.processes.lifecycle import all_jobs, measure
from games.people.circles.links import forget_old_requests
from games.people.circles.membership import archive_silent
from games.platform.clock import utc_now
from games.platform.jobs.questions import Questions
from games.record.audit.counting import count_dice
from games.record.log.healing import find_stuck
from games.record.log.jobs import verify_some
from games.record.ratings.jobs import delete_unused_addresses
from games.record.ratings.listing import refresh_listing
from games.record.ratings.rows import forget_old_tallies
from games.record.reveals.public_log_ends import log_ends
from games.record.solving import requests as solving
from games.site.account.desk.jobs import delete_old_cases, end_due_closures, open_foresight_cases
from games.site.account.membership.deletion import IdleGuests
from games.site.account.membership.jobs import delete_expired_sessions
from games.site.account.membership.mail import send_next_mail
from games.site.account.membership.renaming import fill_skeletons
from games.site.account.notifications.appointment_news import tell_of_appointments
from games.site.account.notifications.card_news import tell_of_cards
from games.site.account.notifications.finding import (
    LONG_CLOCKS,
    new_call_offs,
    new_challenges,
    new_ends,
    new_turns,
    turns_again,
)
from games.site.account.notifications.people_news import new_friend_requests, new_invitations
from games.site.account.notifications.queue import forget_old
from games.site.account.notifications.sending import send_next_notice_mail, send_next_push
from games.site.account.providers.links import forget_bars
from games.site.account.providers.roles import end_old_roles
from games.site.events.appointments.jobs import delete_old as delete_old_appointments
from games.site.events.appointments.opening import open_due as open_appointments
from games.site.events.appointments.repeating import repeat_due
from games.site.events.cards import closing, judging
from games.site.events.cards.weekly import open_weekly_cards
from games.site.events.daily.opening import open_dailies
from games.site.events.daily.settling import count_weeks, judge_some, settle, take_open_results
from games.site.events.puzzles.choosing import puzzle_of_day
from games.site.events.puzzles.collecting import collect
from games.site.events.puzzles.player_puzzles import forget_answers
from games.site.events.puzzles.storing import plant, retire
from games.site.events.tournaments import scheduling
from games.site.events.tournaments.duplicates import calling_off, ending, rounds
from games.site.events.tournaments.duplicates.ending import reveal_late
from games.site.events.tournaments.jobs import run_arenas
from games.site.events.tournaments.results import settle_tables
from games.site.front.circles import counting as circle_counting
from games.site.front.circles import hook_news
from games.site.front.circles.hook_sending import post_next
from games.site.front.home import jobs as home_jobs
from games.site.shared.pages import sent_forms
from games.site.study.analysis.game_analysis import games_to_analyse, release_games
from games.site.study.analysis.jobs import variants_played
from games.site.study.foresight.counting import count_foresight
from games.tables.live import deadlines, jobs, results
from games.tables.live.jobs import CLOSED_AFTER
from games.tables.matchmaking import invitations, tickets
from games.tables.rooms import holidays
from games.tables.rooms.jobs import delete_old_lines, delete_unused_rooms, delete_used_seals
from games.tables.rooms.upkeep import close_idle, close_unused
from workshop.lab.growth.measurement import Task

Tasks = Mapping[str, Callable[[], object]]
"""What a sweep asks, by its name in reports."""


def sweeps(now: datetime) -> dict[str, Tasks]:
    """Return the tasks of each job, by its name; "look": of the runner itself."""
    jobs = {job.name: job for job in all_jobs()}
    look = {"what is due": lambda: Questions().ask(jobs, now)}
    return {"look": look, **_every_second(now), **_beside(now), **_every_hour(now)}


def worker_tasks() -> Iterator[Task]:
    """Yield the tasks of all sweeps."""
    for tasks in sweeps(utc_now()).values():
        for name, do in tasks.items():
            yield Task("worker", name, do)


def _every_second(now: datetime) -> dict[str, Tasks]:
    return {
        "deadlines": {"deadlines that have passed": deadlines.due_rooms},
        "stuck_games": {"games that have stopped": lambda: find_stuck(now)},
        "results": {
            "results to count": results.count_finished_games,
        },
        "verification": {"games to verify": verify_some},
        "public_log": {"ends for the public log": log_ends},
        "idle_rooms": {"commitments of idle rooms": lambda: close_idle(now - CLOSED_AFTER)},
        "daily_results": {"results of dailies": take_open_results},
        "dailies": {
            "dailies to open": lambda: open_dailies(now),
            "dailies to end": lambda: settle(now),
            "dailies for the weekly totals": count_weeks,
        },
        "card_results": {"results of cards": closing.take_open_results},
        "cards": {"cards to end and to reveal": lambda: closing.settle(now)},
        "weekly_cards": {"weekly cards to open": lambda: open_weekly_cards(now)},
        "appointments": {"appointments to open": lambda: open_appointments(now)},
        "weekly_appointments": {"next weekly appointments": lambda: repeat_due(now)},
        "circle_games": {"games of circles to count": circle_counting.count_games},
        "pairing": {
            "pair the tickets": tickets.run_wave,
            "paired rooms to start": tickets.rooms_to_start,
            "used tickets": tickets.delete_used_tickets,
        },
        "demonstration": {"a demonstration to start": home_jobs.due_room},
    }


def _beside(now: datetime) -> dict[str, Tasks]:
    """Return those of the other lanes."""
    turns = {
        f"turns to tell of, {clock // 3600} hours each": partial(new_turns, clock, now)
        for clock in LONG_CLOCKS
    }
    return {
        "dice": {"dice to count": count_dice},
        # These look for files, and ask the database nothing.
        "backup": {},
        "offline tables": {},
        "foresight": {"foresight to measure": count_foresight},
        "puzzles": {"the first puzzles": lambda: plant(now), "new puzzles": lambda: collect(now)},
        "daily_analyses": {"games of dailies to analyse": judge_some},
        "card_choices": {"choices on cards to weigh": judging.weigh_some},
        "card_analyses": {"games of cards to analyse": lambda: judging.judge_some(now)},
        "analyses": {"games to analyse": games_to_analyse},
        "tables": {
            "variants that are played": variants_played,
            "games whose rules are solved": release_games,
        },
        "house rules": {"house rules to solve": solving.claim},
        "circle_choices": {"choices in games of circles": lambda: circle_counting.weigh_games(now)},
        "mail": {"mail to send": send_next_mail, "mail about games": send_next_notice_mail},
        "notices": {
            **turns,
            "turns to look at again": lambda: turns_again(now),
            "ends to tell of": lambda: new_ends(now),
            "challenges to tell of": lambda: new_challenges(now),
            "events called off to tell of": lambda: new_call_offs(now),
        },
        "people_notices": {
            "invitations to tell of": lambda: new_invitations(now),
            "requests of friends to tell of": lambda: new_friend_requests(now),
        },
        "card_notices": {"cards to tell of": lambda: tell_of_cards(now)},
        "appointment_notices": {"appointments to tell of": lambda: tell_of_appointments(now)},
        "circle_news": {"news of circles": lambda: hook_news.find_news(now)},
        "circle_posts": {"news of circles to post": post_next},
        "pushes": {"notifications to send": send_next_push},
        "series": {"tournaments to schedule": lambda: scheduling.schedule_series(now)},
        "tournament_tables": {"tables to close": settle_tables},
        "tournaments": {"tournaments": run_arenas},
        "duplicates": {
            "duplicate events that run": lambda: list(rounds.running()),
        },
        "calling_off": {"duplicate events to call off": calling_off.call_off_all},
        "backlog": {"the backlog": measure},
    }


def _every_hour(now: datetime) -> dict[str, Tasks]:
    closed = round((now - CLOSED_AFTER).timestamp() * 1000)
    return {
        "abandoned_games": {"abandoned games": jobs.abandoned_rooms},
        "unused_commitments": {"unused commitments": lambda: close_unused(closed)},
        "unused_rooms": {"unused rooms": delete_unused_rooms},
        "old_appointments": {"old appointments": lambda: delete_old_appointments(now)},
        "old_holidays": {"old holidays": lambda: holidays.forget_old(now)},
        "circles": {"silent circles": lambda: archive_silent(now)},
        "circle_requests": {"old requests to circles": lambda: forget_old_requests(now)},
        "old_circle_news": {"old news of circles": lambda: hook_news.forget_old(now)},
        "old_chat": {"old chat": delete_old_lines},
        "sanctions": {"sanctions": end_due_closures},
        "foresight-cases": {"foresight-cases": open_foresight_cases},
        "cases": {"cases": lambda: delete_old_cases(utc_now())},
        "unused house rules": {"unused house rules": solving.delete_unused},
        "used_seals": {"used seals": delete_used_seals},
        "listing": {"who is listed": lambda: refresh_listing(now)},
        "provider-roles": {"provider-roles": end_old_roles},
        "provider-bars": {"provider-bars": lambda: forget_bars(utc_now())},
        "sent_forms": {"forms that nobody sends again": sent_forms.forget_old},
        "tallies": {"old tallies": lambda: forget_old_tallies(now)},
        "addresses": {"unused addresses": delete_unused_addresses},
        "old_puzzles": {
            "the puzzle of the day": lambda: puzzle_of_day(now),
            "puzzles to retire": lambda: retire(now, ""),
            "old answers": lambda: forget_answers(now),
        },
        "old_notices": {"old notices": lambda: forget_old(now)},
        "old_invitations": {"old invitations": lambda: invitations.forget_old(now)},
        "event_perfect": {"an event to compare with perfect play": ending.find_one},
        "hidden_dice": {"dice of events that are over": reveal_late},
        "guests": {
            "skeletons of names": fill_skeletons,
            "idle guests": lambda: IdleGuests().delete_some(now),
        },
        "sessions": {"expired sessions": delete_expired_sessions},
    }
