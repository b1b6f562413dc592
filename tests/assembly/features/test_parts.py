"""A feature brings its parts by one line in the list of features."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import urls
from games.assembly.features import FEATURES
from games.assembly.processes.lifecycle import all_jobs
from games.people.accounts.models import User
from games.platform import parts
from games.platform.jobs.job import Job
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.export import export
from games.site.account.membership.signing_in import merge_guest
from tests.environment import ROOT

JOBS = """
from games.platform.jobs.job import Job

async def count() -> int:
    return 0

JOBS = (Job(name="count birds", run=count),)
"""
PERSONAL = """
from games.people.accounts.personal_data import Personal

called = []

PERSONAL = Personal(
    export=lambda player: {"birds": [player.name]},
    merge=lambda guest, account: called.append(("merge", guest.pk, account.pk)),
    leave=lambda player: called.append(("leave", player)),
    forget=lambda player: called.append(("forget", player.pk)),
)
"""


@pytest.fixture
def birds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A feature of a folder and one line in the list."""
    folder = tmp_path / "birds"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    parts.give((*FEATURES, "birds"))
    yield folder
    parts.give(FEATURES)
    for name in [name for name in sys.modules if name.partition(".")[0] == "birds"]:
        del sys.modules[name]


def test_it_brings_only_what_it_has(birds: Path) -> None:
    (birds / "jobs.py").write_text(JOBS)
    assert [job.name for job in all_jobs()][-1] == "count birds"
    assert [module.__name__ for module in parts.modules("jobs")][-1] == "birds.jobs"
    assert "birds.urls" not in [module.__name__ for module in parts.modules("urls")]


@pytest.mark.django_db
def test_it_exports_merges_and_forgets(birds: Path, alice: User, guest: User) -> None:
    (birds / "personal.py").write_text(PERSONAL)
    assert export(alice)["birds"] == ["Alice"]
    assert list(export(alice))[-1] == "birds"
    merge_guest(guest, alice)
    delete_player(alice)
    (module,) = [each for each in parts.modules("personal") if each.__name__ == "birds.personal"]
    assert module.called == [
        ("merge", guest.pk, alice.pk),
        ("leave", alice.pk),
        ("forget", alice.pk),
    ]


@pytest.mark.django_db
def test_it_cannot_take_the_section_of_another(birds: Path, alice: User) -> None:
    (birds / "personal.py").write_text(PERSONAL.replace('"birds"', '"games"'))
    with pytest.raises(ValueError, match="games"):
        export(alice)


def test_it_hides_no_mistake_of_a_part(birds: Path) -> None:
    (birds / "jobs.py").write_text("import nothing_of_this_name")
    with pytest.raises(ModuleNotFoundError, match="nothing_of_this_name"):
        all_jobs()


def test_it_hides_no_missing_feature(birds: Path) -> None:
    parts.give(("bees",))
    with pytest.raises(ModuleNotFoundError, match="bees"):
        list(parts.modules("jobs"))


@pytest.mark.parametrize(
    ("text", "error"), [("JOBS = (1,)", TypeError), ("JOB = ()", AttributeError)]
)
def test_it_refuses_a_part_of_another_kind(birds: Path, text: str, error: type[Exception]) -> None:
    (birds / "jobs.py").write_text(text)
    with pytest.raises(error):
        parts.brought("jobs", "JOBS", Job)


@pytest.mark.parametrize("part", ["urls", "api", "jobs", "admin", "personal", "preview", "models"])
def test_every_part_in_the_tree_is_listed(part: str) -> None:
    assert urls.urlpatterns  # Importing it registers what addresses need.
    listed = {module.__name__ for module in parts.modules(part)}
    games = ROOT / "games"
    found = {
        ".".join(("games", *path.relative_to(games).with_suffix("").parts))
        for wing in ("*", "site/*")
        for path in games.glob(f"{wing}/*/{part}.py")
    }
    assert listed == found
