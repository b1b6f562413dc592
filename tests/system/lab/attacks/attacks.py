"""All attacks by name."""

from tests.system.lab.attacks.crowds import CROWDS
from tests.system.lab.attacks.frames import FLOODS
from tests.system.lab.attacks.requests import REQUESTS
from tests.system.lab.attacks.seats import BY_SEATS
from tests.system.lab.attacks.target import Attack
from tests.system.lab.attacks.writers import BY_WRITERS

ATTACKS: dict[str, Attack] = {**FLOODS, **CROWDS, **REQUESTS, **BY_SEATS, **BY_WRITERS}
