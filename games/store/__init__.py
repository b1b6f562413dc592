"""The only writer of game logs: start games, append events, load and verify them.

Also access to the database from async code, and the SQL that must be fast.
"""

from games.store.appender import Appender
from games.store.batch_reads import BatchReader
from games.store.batches import Conflict, Entry, StoreUnavailable, entry_of
from games.store.ending import abort_game, abort_games, cancel_start
from games.store.fair_log_ends import close_unused, log_ends
from games.store.loading import (
    LoadedGame,
    find_answer,
    find_number,
    load_game,
    load_games,
    newest_public_seq,
    newest_seqs,
    read_events,
    read_logs,
    revealed_rounds,
)
from games.store.prepared import Prepared, fetch
from games.store.records import LoggedEvent
from games.store.sharing import (
    StillPlaying,
    heads_of_group,
    open_share,
    reveal_share,
    shared_secret,
)
from games.store.starting import (
    begin_game,
    prepare_next_game,
    published,
    remember_published,
    start_game,
    start_replay,
    start_shared,
)

__all__ = [
    "Appender",
    "BatchReader",
    "Conflict",
    "Entry",
    "LoadedGame",
    "LoggedEvent",
    "Prepared",
    "StillPlaying",
    "StoreUnavailable",
    "abort_game",
    "abort_games",
    "begin_game",
    "cancel_start",
    "close_unused",
    "entry_of",
    "fetch",
    "find_answer",
    "find_number",
    "heads_of_group",
    "load_game",
    "load_games",
    "log_ends",
    "newest_public_seq",
    "newest_seqs",
    "open_share",
    "prepare_next_game",
    "published",
    "read_events",
    "read_logs",
    "remember_published",
    "reveal_share",
    "revealed_rounds",
    "shared_secret",
    "start_game",
    "start_replay",
    "start_shared",
]
