"""A naive reader of RFC 5545: lines, components, times with their zone, weekly repetition."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

LINE = re.compile(r'([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^":;,]*))*):(.*)', re.S)


@dataclass
class Component:
    """BEGIN to END: its properties in order, and the components in it."""

    name: str
    properties: list[tuple[str, dict[str, str], str]] = field(default_factory=list)
    parts: list["Component"] = field(default_factory=list)

    def value(self, name: str) -> str:
        (found,) = [value for each, _, value in self.properties if each == name]
        return found

    def text(self, name: str) -> str:
        return unescaped(self.value(name))

    def has(self, name: str) -> bool:
        return any(each == name for each, _, _ in self.properties)

    def part(self, name: str) -> "Component":
        (found,) = [each for each in self.parts if each.name == name]
        return found


def read(octets: bytes) -> Component:
    """Return the calendar. Raises ValueError or AssertionError for what the RFC does not allow."""
    assert octets.endswith(b"\r\n")
    lines = octets[:-2].split(b"\r\n")
    assert all(len(line) <= 75 for line in lines), "a line is too long"
    assert not any(b"\n" in line or b"\r" in line for line in lines), "a lonely line end"
    joined: list[str] = []
    for line in lines:
        text = line.decode()  # a folded character would not decode
        if text[0] in " \t":
            joined[-1] += text[1:]
        else:
            joined.append(text)
    root = Component("")
    stack = [root]
    for text in joined:
        match = LINE.fullmatch(text)
        assert match, text
        name, given, value = match.groups()
        if name == "BEGIN":
            stack.append(Component(value))
        elif name == "END":
            done = stack.pop()
            assert done.name == value
            stack[-1].parts.append(done)
        else:
            pairs = (pair.partition("=") for pair in given.split(";")[1:])
            parameters = {key: each for key, _, each in pairs}
            stack[-1].properties.append((name, parameters, value))
    assert stack == [root]
    (calendar,) = root.parts
    return calendar


def unescaped(value: str) -> str:
    assert not re.search(r"(?<!\\)(?:\\\\)*[,;]", value), "not escaped"
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], value)


def _offset(text: str) -> timedelta:
    hours, minutes = int(text[1:3]), int(text[3:5])
    return (1 if text[0] == "+" else -1) * timedelta(hours=hours, minutes=minutes)


def _local(text: str) -> datetime:
    return datetime.strptime(text, "%Y%m%dT%H%M%S")


def moment(calendar: Component, event: Component, name: str, after: timedelta) -> datetime:
    """Return a time of an event, `after` its first date, by what the file says of its zone."""
    ((given, value),) = [(given, value) for each, given, value in event.properties if each == name]
    if value.endswith("Z"):
        return _local(value[:-1]).replace(tzinfo=UTC) + after
    zone = calendar.part("VTIMEZONE")
    assert zone.value("TZID") == given["TZID"]
    local = _local(value) + after
    begun = [each for each in zone.parts if _local(each.value("DTSTART")) <= local]
    newest = max(begun, key=lambda each: _local(each.value("DTSTART")))
    return (local - _offset(newest.value("TZOFFSETTO"))).replace(tzinfo=UTC)
