"""What a sabotaged server does wrong. Passed in the environment variable CHAOS, as JSON.

Only `python -m workshop.lab.chaos.server` reads it: no code of the site knows of it.
"""

from typing import Literal

import msgspec

VARIABLE = "CHAOS"


class Sabotage(msgspec.Struct, omit_defaults=True):
    """The faults of a server process.

    die: kill the process with SIGKILL before or after a commit, after `one_in` commits on average.
    lose, repeat, delay: the shares of the hints to other processes that are lost, come twice, or
    come after later ones.
    calm: a file; as soon as it exists, all hints arrive.
    clock: a file with the seconds that the machine's clock is wrong by.
    figures: the file to which the process writes its `Figures` every second.
    """

    die: Literal["", "before commit", "after commit"] = ""
    one_in: int = 100
    lose: float = 0.0
    repeat: float = 0.0
    delay: float = 0.0
    seed: int = 1
    calm: str = ""
    clock: str = ""
    figures: str = ""


class Figures(msgspec.Struct):
    """What a server process has at the moment.

    rooms: live rooms, each of which is one group of the channel layer.
    lost, repeated, late: hints that had this fate.
    """

    tasks: int = 0
    rooms: int = 0
    lost: int = 0
    repeated: int = 0
    late: int = 0
