"""The SQL that writes events and what follows from them.

`ADVANCE_GAMES` guards the others (`run_guarded` of `bulk`): a game advances only if its newest
event is the one that its process has seen. An entry that was decided on another state writes
nothing, and does not hold up other entries.
"""

from games.platform.database.bulk import RowStatement, bulk

# Compare and set: a game advances only if its newest event is the one that the new row expects.
ADVANCE_GAMES = bulk(
    'UPDATE games_game SET "head" = new."head", "deadline" = new."deadline",'
    ' "status" = new."status", "finished_at" = new."finished_at" FROM {new}'
    ' WHERE games_game."id" = new."id" AND games_game."head" = new."expected"'
    ' RETURNING games_game."id"',
    {
        "expected": "text",
        "head": "text",
        "deadline": "timestamptz",
        "status": "text",
        "finished_at": "timestamptz",
        "id": "bigint",
    },
)
INSERT_EVENTS = bulk(
    'INSERT INTO games_gameevent ("game_id", "seq", "type", "seat", "at", "data", "by", "hash")'
    " SELECT * FROM {new}",
    {
        "game_id": "bigint",
        "seq": "int",
        "type": "text",
        "seat": "smallint",
        "at": "bigint",
        "data": "text",
        "by": "text",
        "hash": "text",
    },
)
SAVE_SNAPSHOTS = bulk(
    'INSERT INTO games_gamesnapshot ("game_id", "state") SELECT * FROM {new}'
    ' WHERE TRUE ON CONFLICT ("game_id") DO UPDATE SET "state" = EXCLUDED."state"',
    {"game_id": "bigint", "state": "text"},
)
UPDATE_SCORECARDS = bulk(
    'UPDATE games_scorecard SET "position" = new."position", "total" = new."total",'
    ' "place" = new."place", "resigned" = new."resigned" FROM {new}'
    ' WHERE games_scorecard."game_id" = new."game_id" AND games_scorecard."seat" = new."seat"',
    {
        "position": "text",
        "total": "int",
        "place": "smallint",
        "resigned": "bool",
        "game_id": "bigint",
        "seat": "smallint",
    },
)
# The end of a game, and its result, change what its room shows.
BUMP_ROOMS_OF_GAMES = bulk(
    'UPDATE games_room SET "rev" = "rev" + 1 WHERE "id" IN (SELECT games_game."room_id"'
    ' FROM games_game, {new} WHERE games_game."id" = new."game_id")',
    {"game_id": "bigint"},
)
# What begins a game: see `insert_first` of `chained`.
INSERT_GAME = RowStatement(
    'INSERT INTO games_game ("code", "room_id", "number", "variant", "switches", "status", "mode",'
    ' "dice", "rated", "uncounted", "replay", "share", "demo", "log_pending", "analysed",'
    ' "dice_counted", "circle_id", "circle_counted", "deadline", "head", "created_at")'
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
)
INSERT_SCORECARDS = bulk(
    'INSERT INTO games_scorecard ("game_id", "seat", "player_id", "name", "position",'
    ' "total", "resigned", "pool") SELECT {id}, new.*, 0, FALSE, \'\' FROM {new}',
    {"seat": "smallint", "player_id": "bigint", "name": "text", "position": "text"},
)
INSERT_FIRST_EVENT = RowStatement(
    'INSERT INTO games_gameevent ("game_id", "seq", "type", "seat", "at", "data", "by", "hash")'
    " VALUES ({id}, %s, %s, %s, %s, %s, %s, %s)"
)
