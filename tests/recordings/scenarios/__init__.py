"""What is recorded. A recording is called as the function that is its script."""

from tests.recordings.scenarios import games, lobby, play, rooms, sealing, sockets
from tests.recordings.script import Scenario

SCENARIOS: dict[str, Scenario] = {
    script.__name__: script
    for module in (games, lobby, play, rooms, sealing, sockets)
    for script in module.SCRIPTS
}
