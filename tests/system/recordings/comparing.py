"""What must be equal when a recording is replayed, and the little that need not be."""

import re
from typing import Any

# Texts for players may be put in other words: a text must be there, but any will do. Each is a
# path from the frame on, with dots, and "*" for a place in a list.
TEXTS = tuple(
    re.compile(pattern)
    for pattern in (
        # The reason of a refusal. Its `code` is compared.
        r"error\.message",
        # A variant and its switches, in rooms, games, rows and wishes.
        r".*\bvariant\.name",
        r".*\bvariant\.switches\.\*\.(name|label)",
        # The scorecard's sections and boxes.
        r".*\bsheet\.sections\.\*\.name",
        r".*\bsheet\.sections\.\*\.categories\.\*\.(name|hint)",
        # Why a rated game counts for nothing.
        r".*\bresult\.uncounted",
    )
)
# Fields that were added after the recording: protocol 1 allows that.
ADDED = re.compile(
    r".*\bsheet\.(dice|faces|rolls)"
    # What a box celebrates.
    r"|.*\bsheet\.sections\.\*\.categories\.\*\.pattern"
    # Guests in the lobby.
    r"|.*\b(players\.\*|host|from|to)\.guest"
    # Pictures of players.
    r"|.*\b(players\.\*|host|from|to|room\.seats\.\*)\.avatar"
    # Games, people and news on the home page.
    r"|.*\blobby\.(scores|featured|news|people)"
    # Sealed seeds.
    r"|.*\bnext\.entry"
    r"|.*\broom\.seats\.\*\.(seal|known)"
    r"|.*\bdata\.scheme"
    r"|.*\bdata\.seats\.\*\.(seal|salt|known)"
    r"|.*\bview(\.\*)?\.revealing"
    r"|.*\bfairness\.(scheme|seals|known)"
    # Who has opened the chat with strangers.
    r"|.*\broom\.(talk|talk_watchers)"
    # How often the next game was changed.
    r"|.*\broom\.terms"
    # The names of spectators.
    r"|.*\bpresence\.watchers"
)
# Results of floating-point sums, which may differ in their last digit between machines.
ESTIMATES = {
    re.compile(r"hint\.options\.\*\.(value|loss)"): 0.002,
    re.compile(r"chances\.win\.\*"): 0.0002,
}


def differences(expected: Any, found: Any, path: str = "", at: str = "") -> list[str]:
    """Return where two values differ, in words. `path` is without numbers, `at` with them."""
    if isinstance(expected, dict) and isinstance(found, dict):
        told = [f"{at}.{key} is missing" for key in expected if key not in found]
        told += [
            f"{at}.{key} is new: {found[key]!r}"
            for key in found
            if key not in expected and not ADDED.fullmatch(f"{path}.{key}")
        ]
        for key in expected:
            if key in found:
                told += differences(expected[key], found[key], f"{path}.{key}", f"{at}.{key}")
        return told
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return [f"{at} has {len(found)} entries instead of {len(expected)}: {found!r}"]
        return [
            each
            for place, (one, other) in enumerate(zip(expected, found, strict=True))
            for each in differences(one, other, f"{path}.*", f"{at}.{place}")
        ]
    if is_close(expected, found, path):
        return []
    return [f"{at} is {found!r} instead of {expected!r}"]


def is_close(expected: Any, found: Any, path: str) -> bool:
    """Whether two simple values at this path count as equal."""
    if type(expected) is type(found) and expected == found:
        return True
    if isinstance(expected, str) and isinstance(found, str):
        return any(pattern.fullmatch(path) for pattern in TEXTS)
    if isinstance(expected, float) and isinstance(found, float):
        return any(
            pattern.fullmatch(path) and abs(expected - found) <= most
            for pattern, most in ESTIMATES.items()
        )
    return False


def differing_frames(expected: list[Any], found: list[Any], client: str) -> list[str]:
    """Return how the frames that a client received in one step differ."""
    kinds = [[frame.get("type", "close") for frame in frames] for frames in (expected, found)]
    if kinds[0] != kinds[1]:
        return [f"{client} received {kinds[1]} instead of {kinds[0]}: {found!r}"]
    told = []
    for number, (one, other) in enumerate(zip(expected, found, strict=True)):
        kind = str(one.get("type", "close"))
        told += differences(one, other, kind, f"{client} {number} {kind}")
    return told


def differing_step(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Return how what came of a step differs from what is recorded."""
    told = differences(expected.get("returned"), found.get("returned"), "returned", "returned")
    for client in sorted(expected["got"].keys() | found["got"].keys()):
        old, new = expected["got"].get(client, []), found["got"].get(client, [])
        told += differing_frames(old, new, client)
    return told
