"""All attacks by name."""

from workshop.lab.attacks.crowds import CROWDS
from workshop.lab.attacks.frames import FLOODS
from workshop.lab.attacks.requests import REQUESTS
from workshop.lab.attacks.seats import BY_SEATS
from workshop.lab.attacks.target import Attack
from workshop.lab.attacks.writers import BY_WRITERS

ATTACKS: dict[str, Attack] = {**FLOODS, **CROWDS, **REQUESTS, **BY_SEATS, **BY_WRITERS}
