"""All attacks by name."""

from games.bench.attacks.crowds import CROWDS
from games.bench.attacks.frames import FLOODS
from games.bench.attacks.requests import REQUESTS
from games.bench.attacks.target import Attack

ATTACKS: dict[str, Attack] = {**FLOODS, **CROWDS, **REQUESTS}
