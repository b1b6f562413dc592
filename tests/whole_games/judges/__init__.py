"""Judges of a run of whole games: each says what is wrong with one feature, in all of the games.

A new feature adds a judge here, with a way to break what it looks at (`Judge.damages`).
"""

from tests.whole_games.judges import dice, logs, operators, received, rows
from tests.whole_games.judges.evidence import Evidence, Judge

__all__ = ["JUDGES", "Evidence", "Judge"]

JUDGES: dict[str, Judge] = {
    "rows": Judge(
        rows.rows,
        {
            "a table": rows.no_table,
            "a rematch": rows.no_rematch,
            "a clock": rows.another_clock,
            "a timeout": rows.no_timeout,
        },
    ),
    "chain of the log": Judge(
        logs.chain, {"a time": logs.another_time, "a lost end": logs.no_linked_event}
    ),
    "game": Judge(
        logs.game,
        {
            "a box": logs.another_box,
            "a die": logs.another_die,
            "a turn": logs.another_turn,
            "a result": logs.another_result,
            "a total": logs.another_total,
            "a lost end": logs.no_last_event,
        },
    ),
    "dice": Judge(dice.dice, {"a die": dice.another_die, "a secret": dice.another_secret}),
    "seals": Judge(dice.seals, {"a seed": dice.another_seed, "a lost seed": dice.late_seed}),
    "public log": Judge(
        dice.public_log,
        {"an entry": dice.another_commitment, "a lost entry": dice.no_entry},
    ),
    "commands": Judge(
        received.commands,
        {
            "a lost move": received.lost_move,
            "a second move": received.second_move,
            "an answer": received.another_answer,
        },
    ),
    "events": Judge(
        received.events,
        {
            "an event": received.another_event,
            "a missing event": received.missing_event,
            "an early event": received.early_event,
        },
    ),
    "verification": Judge(
        operators.verification,
        {
            "a card": operators.another_card,
            "an entry": operators.another_entry,
            "a fault": operators.a_fault,
        },
    ),
}
