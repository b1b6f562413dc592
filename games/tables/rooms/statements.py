"""The SQL that writes rooms and seats."""

from games.platform.database.bulk import RowStatement

BUMP_ROOM = RowStatement(
    'UPDATE games_room SET "rev" = "rev" + 1, "active_at" = CURRENT_TIMESTAMP WHERE "id" = %s'
)
MAKE_READY = RowStatement(
    'UPDATE games_seat SET "ready" = TRUE, "seed" = %s, "address" = %s, "seal" = %s,'
    ' "sealing" = %s, "terms" = %s WHERE "id" = %s'
)
# Clear the seeds: one that is known before the next commitment is made must not be used again.
CLEAR_SEATS = RowStatement(
    """UPDATE games_seat SET "ready" = FALSE, "seed" = '', "address" = '', "seal" = ''"""
    """ WHERE "room_id" = %s"""
)
KEEP_SEAL = RowStatement(
    'INSERT INTO games_usedseal ("seal", "at") VALUES (%s, %s) ON CONFLICT DO NOTHING'
)
SET_NEXT_CODE = RowStatement('UPDATE games_room SET "next_code" = %s WHERE "id" = %s')
# The room's current game, and the code of the next one.
SET_GAME = RowStatement(
    'UPDATE games_room SET "game_id" = %s, "next_code" = %s, "begins_by" = NULL WHERE "id" = %s'
)
