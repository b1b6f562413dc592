"""Rooms and seats: opening, seating, hosting, starting games, settings, chat and replays.

The only writer of rooms, seats and chat, apart from the exceptions in docs/architecture.md.
"""

from games.rooms.cancelling import (
    cancel_start,
)
from games.rooms.changes import (
    Table,
    changing,
)
from games.rooms.errors import (
    Refused,
)
from games.rooms.game_settings import (
    GameSettings,
    checked_settings,
    settings_view,
)
from games.rooms.hosting import (
    next_host,
    remove,
    replace_host,
    set_closed,
)
from games.rooms.idle_rooms import (
    close_idle,
)
from games.rooms.loading import (
    load_room,
    load_rooms,
)
from games.rooms.opening import (
    CHALLENGE_WAIT,
    MAX_SEATS,
    PAIRED_WAIT,
    close_room,
    max_seats,
    open_paired_room,
    open_room,
)
from games.rooms.permissions import (
    REMOVED_FOR_S,
    check_between_games,
    check_may_play_rated,
)
from games.rooms.player_changes import (
    StillPlaying,
    bump_rooms,
    find_running_room,
    leave_rooms,
    transfer_seats,
)
from games.rooms.rated_eligibility import (
    address_mark,
    note_addresses,
)
from games.rooms.replays import (
    open_replay,
)
from games.rooms.room_view import (
    LoadedRoom,
    dice_view,
    loaded,
    mode_view,
    variant_view,
)
from games.rooms.sealing import (
    Seal,
)
from games.rooms.seating import (
    set_ready,
    set_seal,
    set_seed,
    sit,
    stand,
)
from games.rooms.shared_games import (
    PlaysAlready,
    open_shared_game,
    open_shared_table,
)
from games.rooms.starting import (
    NO_SEED,
    rematch,
    start,
    start_paired,
    start_waiting,
)

__all__ = [
    "CHALLENGE_WAIT",
    "MAX_SEATS",
    "NO_SEED",
    "PAIRED_WAIT",
    "REMOVED_FOR_S",
    "GameSettings",
    "LoadedRoom",
    "PlaysAlready",
    "Refused",
    "Seal",
    "StillPlaying",
    "Table",
    "address_mark",
    "bump_rooms",
    "cancel_start",
    "changing",
    "check_between_games",
    "check_may_play_rated",
    "checked_settings",
    "close_idle",
    "close_room",
    "dice_view",
    "find_running_room",
    "leave_rooms",
    "load_room",
    "load_rooms",
    "loaded",
    "max_seats",
    "mode_view",
    "next_host",
    "note_addresses",
    "open_paired_room",
    "open_replay",
    "open_room",
    "open_shared_game",
    "open_shared_table",
    "rematch",
    "remove",
    "replace_host",
    "set_closed",
    "set_ready",
    "set_seal",
    "set_seed",
    "settings_view",
    "sit",
    "stand",
    "start",
    "start_paired",
    "start_waiting",
    "transfer_seats",
    "variant_view",
]
