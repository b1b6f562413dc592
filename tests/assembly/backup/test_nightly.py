"""The worker makes a backup each night, reads it back, and keeps fewer of the older ones."""

import asyncio
import logging
import os
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings

from games.assembly.backup import BackupError, back_up, nightly, restore
from games.assembly.backup.jobs import sweep_backups
from games.assembly.backup.nightly import back_up_nightly, kept
from games.assembly.backup.private_file import complete_file
from tests.support.people import open_room, person
from tests.support.pools import close_connections

MORNING = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)


@pytest.fixture
def directory(tmp_path: Path, settings: LazySettings, transactional_db: None) -> Path:
    """Where backups go, of a site with a room."""
    close_connections()
    open_room(person("Alice"))
    settings.BACKUP_DIR = str(tmp_path / "backups")
    return tmp_path / "backups"


def test_it_makes_one_a_night(directory: Path) -> None:
    assert back_up_nightly(MORNING)
    assert not back_up_nightly(MORNING + timedelta(hours=15))
    assert back_up_nightly(MORNING + timedelta(hours=20))
    names = sorted(path.name for path in directory.iterdir())
    assert names == ["yacht-2026-11-28.backup", "yacht-2026-11-29.backup"]
    assert {path.stat().st_mode & 0o777 for path in directory.iterdir()} == {0o600}
    restore(directory / names[0])


def test_it_deletes_none_if_the_new_one_cannot_be_read(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = [MORNING - timedelta(days=number) for number in range(1, 12)]
    directory.mkdir()
    for day in days:
        (directory / f"yacht-{day.date()}.backup").write_text("older")

    def damage(path: Path) -> None:
        path.write_bytes(b"SQLite format 3\0" + b"x" * 5000)

    monkeypatch.setattr(nightly, "back_up", damage)
    with pytest.raises(BackupError, match="2026-11-28"):
        back_up_nightly(MORNING)
    assert len(list(directory.iterdir())) == len(days)


@pytest.mark.logs_errors("games.assembly.backup.jobs")
def test_the_worker_says_why_there_is_none(
    directory: Path, caplog: pytest.LogCaptureFixture
) -> None:
    directory.parent.joinpath("backups").write_text("in the way")
    with caplog.at_level(logging.ERROR):
        assert asyncio.run(sweep_backups()) == 0
    assert "No backup was made: BACKUP_DIR" in caplog.text
    caplog.clear()


def naive_kept(days: set[date]) -> set[date]:
    """Day by day backwards: 7 backups, the last of 4 weeks, the last of 6 months."""
    stay: set[date] = set()
    weeks: list[date] = []
    months: list[str] = []
    for number, day in enumerate(sorted(days)[::-1]):
        monday = day - timedelta(days=day.weekday())
        month = day.strftime("%Y-%m")
        if number < 7:
            stay.add(day)
        if monday not in weeks and len(weeks) < 4:
            weeks.append(monday)
            stay.add(day)
        if month not in months and len(months) < 6:
            months.append(month)
            stay.add(day)
    return stay


@pytest.mark.parametrize("gaps", [1, 2, 5, 9, 40])
def test_it_keeps_seven_days_four_weeks_and_six_months(gaps: int) -> None:
    days = {date(2024, 12, 20) + timedelta(days=gaps * number) for number in range(400)}
    assert kept(days) == naive_kept(days)
    assert len(kept(days)) <= 7 + 4 + 6
    # As it happens night by night: what was deleted is not there any more.
    slowly: set[date] = set()
    for day in sorted(days):
        slowly = kept({*slowly, day})
    assert len(slowly) >= 7
    assert max(days) in slowly


def test_it_leaves_other_files_alone(directory: Path) -> None:
    directory.mkdir()
    (directory / "before-1.1.0-2026-01-01-000000.backup").write_text("mine")
    for number in range(1, 300):
        day = MORNING.date() - timedelta(days=number)
        (directory / f"yacht-{day}.backup").write_text("older")
    back_up_nightly(MORNING)
    left = {path.name for path in directory.iterdir()}
    assert "before-1.1.0-2026-01-01-000000.backup" in left
    assert len(left) <= 1 + 17


def test_it_knows_days_that_there_are_and_leaves_those_to_come(directory: Path) -> None:
    directory.mkdir()
    # A clock was half a year ahead; somebody has named a file of theirs like this.
    ahead = [MORNING.date() + timedelta(days=20 * number) for number in range(1, 12)]
    names = {f"yacht-{day}.backup" for day in ahead} | {"yacht-2026-13-45.backup"}
    for name in names:
        (directory / name).write_text("other")
    made = [MORNING + timedelta(days=number) for number in range(-3, 1)]
    for now in made:
        assert back_up_nightly(now)
    days = {f"yacht-{now.date()}.backup" for now in made}
    assert {path.name for path in directory.iterdir()} == names | days


def test_it_deletes_what_a_killed_process_has_left_after_a_day(directory: Path) -> None:
    directory.mkdir()
    left = directory / ".yacht-2026-11-20.backup.123.part"
    written = directory / ".yacht-2026-11-28.backup.456.part"
    for path, hours in ((left, 25), (written, 1)):
        path.write_text("half")
        at = (MORNING - timedelta(hours=hours)).timestamp()
        os.utime(path, (at, at))
    assert back_up_nightly(MORNING)
    assert not left.exists()
    assert written.exists()


def test_processes_with_the_same_number_do_not_share_a_file(directory: Path) -> None:
    # The first process of each container is number 1.
    directory.mkdir()
    path = directory / "mine"
    with (
        complete_file(path, overwrite=True) as slow,
        complete_file(path, overwrite=False) as fast,
    ):
        slow.write_text("slow")
        fast.write_text("fast")
    assert [each.read_text() for each in directory.iterdir()] == ["slow"]


def test_of_two_workers_one_makes_it(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def beaten(path: Path) -> None:
        back_up(path)
        back_up(path)

    monkeypatch.setattr(nightly, "back_up", beaten)
    assert not back_up_nightly(MORNING)
    assert len(list(directory.iterdir())) == 1


@pytest.mark.parametrize("place", ["STATIC_ROOT", "COLLECTED_FILES", "STATICFILES_DIRS"])
def test_no_backup_is_made_where_everybody_could_fetch_it(
    place: str, tmp_path: Path, settings: LazySettings
) -> None:
    public = tmp_path / "public"
    public.mkdir()
    setattr(settings, place, [str(public)] if place.endswith("DIRS") else str(public))
    (tmp_path / "link").symlink_to(public)
    for directory in (public, public / "deep" / "er", tmp_path / "link"):
        with pytest.raises(BackupError, match="to everybody"):
            back_up(directory / "mine")
    assert list(public.iterdir()) == []
