"""Apply a `delta` to a view, as docs/protocol.md explains it. Plain JSON, like any client's."""

from typing import Any

Json = dict[str, Any]


def changed_view(view: Json, delta: Json) -> Json:
    """Return the view after `delta`, which must be based on this one."""
    if (view["game"], view["seq"]) != (delta["game"], delta["base"]):
        raise ValueError(f"a delta from {delta['base']} for a view at {view['seq']}")
    changes = delta["changes"]
    seats = list(view["seats"])
    for seat in changes.get("seats", ()):
        seats[seat["seat"]] = changed_seat(seats[seat["seat"]], seat)
    fairness = {**view["fairness"], **changes.get("fairness", {})}
    return {**view, **changes, "seq": delta["seq"], "seats": seats, "fairness": fairness}


def changed_seat(seat: Json, changes: Json) -> Json:
    """Return a seat of the view with its changes."""
    changed = {**seat, **changes}
    if "options" in changes:
        changed["options"] = [
            {
                "column": column["column"],
                "category": category,
                "points": points,
                "bonus": column.get("bonus", 0),
                "joker": category in column.get("jokers", ()),
            }
            for column in changes["options"]
            for category, points in column["points"].items()
        ]
    if "card" in changes:
        changed["card"] = changed_card(seat["card"], changes["card"])
    return changed


def changed_card(card: Json, changes: Json) -> Json:
    columns = list(card["columns"])
    for column in changes["columns"]:
        number = column["column"]
        boxes = {**columns[number]["boxes"], **column.get("boxes", {})}
        fields = {name: value for name, value in column.items() if name != "column"}
        columns[number] = {**columns[number], **fields, "boxes": boxes}
    return {**card, **changes, "columns": columns}
