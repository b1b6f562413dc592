"""Record again: `python -m pytest tests/system/recordings/record.py`, with `-k name` for a few.

Only for what is new, or was changed on purpose: a recording is what the site has once done.
"""

import pytest

from tests.system.recordings import packing
from tests.system.recordings.driver import Driver, drive
from tests.system.recordings.scenarios import SCENARIOS
from tests.system.recordings.script import Script


@pytest.mark.django_db(transaction=True, reset_sequences=True)
@pytest.mark.parametrize("name", SCENARIOS)
def test_record(name: str) -> None:
    scripts: list[Script] = []

    async def perform(driver: Driver) -> None:
        scripts.append(Script(driver))
        await SCENARIOS[name](scripts[0])

    drive(name, perform)
    packing.write(name, scripts[0].steps)
