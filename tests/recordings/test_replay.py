"""The site does today what it did when it was recorded: each frame, to each client, in order."""

import json
from typing import Any

import pytest

from tests.recordings import packing, views
from tests.recordings.comparing import differences, differing_step
from tests.recordings.driver import Driver, drive


@pytest.mark.django_db(transaction=True, reset_sequences=True)
@pytest.mark.parametrize("name", packing.names())
def test_it_answers_as_it_did(name: str) -> None:
    recorded = packing.read(name)

    async def replay(driver: Driver) -> None:
        for number, step in enumerate(recorded):
            done = json.loads(json.dumps(await driver.perform(step)))
            told = differing_step(step, done)
            assert told == [], f"{name}, step {number}: {_shown(step)}"

    drive(name, replay)


@pytest.mark.parametrize("name", views.GOLDEN)
def test_it_draws_old_games_as_it_did(name: str) -> None:
    assert differences(views.read(name), views.views_of(name), "view", "views") == []


def _shown(step: dict[str, Any]) -> str:
    return json.dumps({key: value for key, value in step.items() if key != "got"})
