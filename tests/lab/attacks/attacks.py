"""All attacks by name."""

from tests.lab.attacks.crowds import CROWDS
from tests.lab.attacks.frames import FLOODS
from tests.lab.attacks.requests import REQUESTS
from tests.lab.attacks.seats import BY_SEATS
from tests.lab.attacks.target import Attack
from tests.lab.attacks.writers import BY_WRITERS

ATTACKS: dict[str, Attack] = {**FLOODS, **CROWDS, **REQUESTS, **BY_SEATS, **BY_WRITERS}
