"""All attacks by name."""

from games.bench.attacks.crowds import CROWDS
from games.bench.attacks.frames import FLOODS
from games.bench.attacks.requests import REQUESTS
from games.bench.attacks.target import Attack
from games.bench.attacks.writers import BY_WRITERS

ATTACKS: dict[str, Attack] = {**FLOODS, **CROWDS, **REQUESTS, **BY_WRITERS}
