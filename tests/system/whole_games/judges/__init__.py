"""Judges of a run of whole games: each says what is wrong with one feature, in all of the games.

A new feature adds a judge here, with a way to break what it looks at (`Judge.damages`).
"""

from tests.system.whole_games.judges import (
    cards,
    circles,
    consent,
    dice,
    logs,
    operators,
    pages,
    people,
    play,
    received,
    results,
    rows,
    shared,
)
from tests.system.whole_games.judges.evidence import Evidence, Judge

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
    "consent": Judge(
        consent.consent,
        {
            "a game": consent.another_game,
            "a rating": consent.rated,
            "silence": consent.nothing,
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
    "results": Judge(
        results.results,
        {
            "a rating": results.another_rating,
            "a change": results.another_change,
            "a lost result": results.no_result,
        },
    ),
    "results rebuilt": Judge(
        results.rebuilt,
        {
            "a rating": results.another_rating,
            "a win": results.another_win,
            "a tally": results.another_week,
        },
    ),
    "analysis": Judge(
        play.analysis,
        {
            "a loss": play.another_loss,
            "dice": play.other_rolls,
            "dice of perfect play": play.other_perfect_dice,
            "a lost analysis": play.no_analysis,
        },
    ),
    "same dice": Judge(
        shared.same_dice,
        {"perfect play": shared.another_perfect_score},
    ),
    "cards": Judge(
        cards.cards,
        {
            "a seed": cards.another_seed,
            "a lost end": cards.no_end,
            "a total": cards.another_total,
        },
    ),
    "circles": Judge(
        circles.circles,
        {
            "a point": circles.another_point,
            "a win": circles.another_win,
            "a lost game": circles.no_play,
            "a stranger": circles.a_stranger,
        },
    ),
    "puzzles": Judge(
        play.puzzles, {"a position": play.another_puzzle, "an answer": play.no_answer}
    ),
    "foresight": Judge(
        play.foresight, {"a lost figure": play.not_measured, "evidence": play.suspected}
    ),
    "page of the game": Judge(
        pages.history, {"a name": pages.another_name, "a total": pages.another_total}
    ),
    "API": Judge(pages.api, {"an event": pages.another_event, "a total": pages.another_total}),
    "previews": Judge(
        pages.previews, {"a name": pages.another_name, "a total": pages.another_total}
    ),
    "secrecy": Judge(
        pages.secrecy, {"a secret": pages.told_secret, "a failure": pages.failed_page}
    ),
    "notices": Judge(
        people.notices, {"silence": people.not_told, "too much": people.told_too_much}
    ),
    "export": Judge(people.exports, {"an owner": people.another_owner}),
    "deletion": Judge(people.deletion, {"a name": people.kept_name}),
    "verification": Judge(
        operators.verification,
        {
            "a card": operators.another_card,
            "an entry": operators.another_entry,
            "a fault": operators.a_fault,
        },
    ),
}
