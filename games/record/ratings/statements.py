"""The SQL that writes results."""

from games.platform.database.bulk import bulk, upsert

NUMBER_RESULTS = bulk(
    'UPDATE games_game SET "result_at" = new."result_at", "result_number" = new."number",'
    ' "uncounted" = new."uncounted" FROM {new} WHERE games_game."id" = new."id"',
    {"result_at": "timestamptz", "number": "bigint", "uncounted": "text", "id": "bigint"},
)
FILL_SCORECARDS = bulk(
    'UPDATE games_scorecard SET "pool" = new."pool",'
    ' "finished_at" = new."finished_at", "final_total" = new."final_total",'
    ' "mu_before" = new."mu_before", "sigma_before" = new."sigma_before",'
    ' "mu_after" = new."mu_after", "sigma_after" = new."sigma_after" FROM {new}'
    ' WHERE games_scorecard."game_id" = new."game_id" AND games_scorecard."seat" = new."seat"',
    {
        "pool": "text",
        "finished_at": "timestamptz",
        "final_total": "int",
        "mu_before": "float8",
        "sigma_before": "float8",
        "mu_after": "float8",
        "sigma_after": "float8",
        "game_id": "bigint",
        "seat": "smallint",
    },
)

SAVE_RATINGS = upsert(
    "games_rating",
    ("player_id", "pool"),
    {
        "player_id": "bigint",
        "pool": "text",
        "mu": "float8",
        "sigma": "float8",
        "shown": "int",
        "rated_games": "int",
        "rated_at": "timestamptz",
        "games": "int",
        "wins": "int",
        "best": "int",
        "streak": "int",
        "best_streak": "int",
        "best_table": "int",
        "best_table_game_id": "bigint",
        "best_solo": "int",
        "best_solo_game_id": "bigint",
        "eligible": "bool",
    },
    {"listed": "FALSE"},
)
SAVE_TALLIES = upsert(
    "games_tally",
    ("player_id", "pool", "begins"),
    {"player_id": "bigint", "pool": "text", "begins": "date", "wins": "int", "eligible": "bool"},
    {},
)
