"""Recordings as files: what is the same as before is written once.

In a file a value of `view`, `room` or `lobby` may stand for its difference from the value of that
name before it in the same recording: {"~": changed fields or places, "-": fields that are gone}.
A whole frame that another client has received in the same step is {"=": [client, number]}.
"""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]
DATA = Path(__file__).parent / "data"
LARGE = ("view", "room", "lobby")


def differ(old: Any, new: Any) -> Any:
    """Return what makes `new` of `old`: a difference, or ["=", new] for something else."""
    if isinstance(old, dict) and isinstance(new, dict):
        changed = {
            key: differ(old[key], value) if key in old else ["=", value]
            for key, value in new.items()
            if key not in old or not same(old[key], value)
        }
        gone = [key for key in old if key not in new]
        return {"~": changed, "-": gone} if gone else {"~": changed}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and old:
        places = {
            str(place): differ(old[place], value)
            for place, value in enumerate(new)
            if not same(old[place], value)
        }
        whole, parts = ["=", new], {"~": places}
        return min(whole, parts, key=lambda each: len(json.dumps(each)))
    return ["=", new]


def patched(old: Any, difference: Any) -> Any:
    """Return what `differ` was given as `new`."""
    if isinstance(difference, list):
        return difference[1]
    changes = difference["~"]
    if isinstance(old, list):
        return [
            patched(value, changes[str(place)]) if str(place) in changes else value
            for place, value in enumerate(old)
        ]
    kept = {key: value for key, value in old.items() if key not in difference.get("-", ())}
    return {**kept, **{key: patched(old.get(key), each) for key, each in changes.items()}}


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: 1 is not true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def pack(steps: list[Json]) -> list[Json]:
    """Return steps as files hold them."""
    before: dict[str, Any] = {}
    packed = []
    for step in steps:
        seen: list[tuple[Any, list[Any]]] = []
        got: dict[str, list[Any]] = {}
        for client, frames in step["got"].items():
            got[client] = []
            for number, frame in enumerate(frames):
                place = next((at for known, at in seen if same(known, frame)), None)
                if place is not None and len(json.dumps(frame)) > 60:
                    got[client].append({"=": place})
                    continue
                seen.append((frame, [client, number]))
                got[client].append(_pack_frame(frame, before))
        packed.append({**step, "got": got})
    return packed


def _pack_frame(frame: Json, before: dict[str, Any]) -> Json:
    small = dict(frame)
    for name in LARGE:
        value = frame.get(name)
        if isinstance(value, dict):
            if name in before:
                small[name] = differ(before[name], value)
            before[name] = value
    return small


def unpack(packed: list[Json]) -> list[Json]:
    """Return steps as they were given to `pack`."""
    before: dict[str, Any] = {}
    steps = []
    for step in packed:
        got: dict[str, list[Any]] = {}
        for client, frames in step["got"].items():
            got[client] = []
            for frame in frames:
                if "=" in frame:
                    whose, number = frame["="]
                    got[client].append(got[whose][number])
                else:
                    got[client].append(_unpack_frame(frame, before))
        steps.append({**step, "got": got})
    return steps


def _unpack_frame(frame: Json, before: dict[str, Any]) -> Json:
    whole = dict(frame)
    for name in LARGE:
        value = frame.get(name)
        if isinstance(value, dict) or (isinstance(value, list) and value[:1] == ["="]):
            # The first one is whole.
            before[name] = patched(before[name], value) if name in before else value
            whole[name] = before[name]
    return whole


def names() -> list[str]:
    """The names of all recordings."""
    return sorted(path.stem for path in DATA.glob("*.json"))


def read(name: str) -> list[Json]:
    """The steps of a recording."""
    return unpack(json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")))


def write(name: str, steps: list[Json]) -> None:
    """Write a recording: a line for each step, and for each frame."""
    packed = pack(steps)
    assert same(unpack(packed), steps)
    DATA.mkdir(exist_ok=True)
    text = "[\n" + ",\n".join(map(_step_text, packed)) + "\n]\n"
    (DATA / f"{name}.json").write_text(text, encoding="utf-8")


def _step_text(step: Json) -> str:
    head = json.dumps({key: value for key, value in step.items() if key != "got"})
    clients = [
        f"  {json.dumps(client)}: [\n    " + ",\n    ".join(map(_text, frames)) + "]"
        for client, frames in step["got"].items()
    ]
    if not clients:
        return f'{head[:-1]}, "got": {{}}}}'
    return f'{head[:-1]}, "got": {{\n' + ",\n".join(clients) + "}}"


def _text(frame: Any) -> str:
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=True)
