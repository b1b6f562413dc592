"""An example answer for the API page. A test checks it against the types."""

BOARD: dict[str, object] = {
    "variant": "yacht",
    "board": "rating",
    "entries": [
        {
            "place": 1,
            "name": "Alice",
            "player": 7,
            "value": 1612,
            "provisional": False,
            "game": None,
        },
        {
            "place": 2,
            "name": "Bob",
            "player": 12,
            "value": 1584,
            "provisional": True,
            "game": None,
        },
    ],
    "after": None,
    "games": None,
}
