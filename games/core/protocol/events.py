"""The events of a game's log, as browsers get them.

Their types are made from the engine's classes: the fields of a kind of event are in `data`, without
those that have their default values. They state the limits of this version of the protocol; the
engine reads older logs, too.
"""

import operator
from dataclasses import fields
from functools import reduce
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine import events as engine_events
from games.core.engine.events import DATA_FIELDS, DEFAULTS
from games.core.engine.fields import Milliseconds, PlayerId, Record, Salt, Seal, SeatNumber, Seq
from games.core.engine.game_view import ReplayView


class EventBase(Record, frozen=True, tag_field="type", kw_only=True):
    """An event of a game's log. `by`: id of the player for whom somebody acted, colon, and id of
    the command that led to it.
    `log`: in rounds, the number in the log of an event that a reveal shows; see `Rounds`.
    """

    seq: Seq
    seat: SeatNumber | None
    at: Milliseconds
    by: str | UnsetType = UNSET
    log: Seq | UnsetType = UNSET


class StartedSeat(Record, frozen=True):
    """The player of a seat and their seed. Only bots have `bot` and `persona`.

    `seal`, `salt` and `known` are absent in games of the older scheme. `known`: whether the server
    knew the seed; if not, `seed` and `salt` are "", and the event `seed.revealed` follows.
    """

    player: PlayerId
    name: str
    seed: str
    bot: bool | UnsetType = UNSET
    persona: str | UnsetType = UNSET
    seal: Seal | UnsetType = UNSET
    salt: Salt | UnsetType = UNSET
    known: bool | UnsetType = UNSET


class Nothing(Record, frozen=True):
    """No data."""


OBJECTS: dict[str, Any] = {"seats": tuple[StartedSeat, ...], "replay": ReplayView}
"""The types of fields that hold JSON objects in the engine."""


def _data_type(kind: type[engine_events.Event]) -> type[msgspec.Struct]:
    """Return the type of `data`. A field with a default in the engine may be absent."""
    names, defaults = DATA_FIELDS[kind.type], DEFAULTS[kind.type]
    if not names:
        return Nothing
    types = {field.name: OBJECTS.get(field.name, field.type) for field in fields(kind)}
    return msgspec.defstruct(
        f"{kind.__name__}Data",
        [
            (name, types[name] | UnsetType, UNSET) if name in defaults else (name, types[name])
            for name in names
        ],
        bases=(Record,),
        module=__name__,
        namespace={"__doc__": _docs(kind)[1]},
        frozen=True,
    )


def _message_type(kind: type[engine_events.Event]) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        kind.__name__,
        [("data", DATA[kind.type])],
        bases=(EventBase,),
        module=__name__,
        namespace={"__doc__": _docs(kind)[0]},
        tag=kind.type,
        frozen=True,
        kw_only=True,
    )


def _docs(kind: type[engine_events.Event]) -> tuple[str, str]:
    """Return the texts about an event and about its data: the first paragraphs of its docstring."""
    event, _, rest = (kind.__doc__ or "").partition("\n\n")
    return event, rest.partition("\n\n")[0].strip()


DATA = {type_: _data_type(kind) for type_, kind in engine_events.KINDS.items()}
"""The type of `data`, by the type of the event."""
MESSAGES: dict[str, type[Any]] = {
    type_: _message_type(kind) for type_, kind in engine_events.KINDS.items()
}
"""The type of the whole event, by its `type`."""
if TYPE_CHECKING:
    Event = EventBase  # It knows no computed types.
else:
    Event = reduce(operator.or_, MESSAGES.values())


def event_message(seq: int, event: engine_events.Event, by: str, log: int | None = None) -> Event:
    """Return event number `seq` of a game as browsers get it.

    `by`: the command that led to it, "" for the server itself. `log`: its number in the log, if
    the viewer may know it and it may differ.
    """
    data = DATA[event.type]
    message: Event = MESSAGES[event.type](
        seq=seq,
        seat=event.seat,
        at=event.at,
        by=by or UNSET,
        log=UNSET if log is None else log,
        data=data(**_started(event))
        if isinstance(event, engine_events.GameStarted)
        else data(*[getattr(event, name) for name in data.__struct_fields__]),
    )
    return message


def _started(event: engine_events.GameStarted) -> dict[str, Any]:
    data = event.data()
    data["seats"] = tuple([StartedSeat(**seat) for seat in event.seats])
    if event.replay is not None:
        data["replay"] = ReplayView(**event.replay)
    return data
