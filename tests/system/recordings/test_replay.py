"""The site does today what it did when it was recorded: each frame, to each client, in order."""

import json
from typing import Any

import pytest

from tests.system.recordings import packing
from tests.system.recordings.comparing import differences, differing_step
from tests.system.recordings.driver import Driver, drive


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


def _shown(step: dict[str, Any]) -> str:
    return json.dumps({key: value for key, value in step.items() if key != "got"})


def test_comparing_finds_what_differs() -> None:
    recorded = {"code": "stale", "message": "Too late.", "id": "a", "seq": 1, "who": None}
    assert differences(recorded, dict(recorded), "error") == []
    assert differences(recorded, {**recorded, "message": "Sorry."}, "error") == []
    for other in (
        {"message": None},
        {"code": "busy"},
        {"seq": True},
        {"seq": 2},
        {"more": None},
        {"who": 0},
    ):
        assert len(differences(recorded, {**recorded, **other}, "error")) == 1
    assert len(differences(recorded, {"code": "stale"}, "error")) == 4
