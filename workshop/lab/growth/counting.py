"""Count the results and the dice of played games in bulk, with the functions of the site."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games.record.audit.tally import DiceTally
from games.record.fairness.models import DiceCount
from games.record.log.models import Scorecard
from games.record.log.records import moment
from games.record.ratings.counting import (
    BatchRecords,
    card_columns,
    load_batch_records,
    lock_players,
    save_batch_records,
    uncounted_column,
)
from games.record.ratings.models import ResultCounter
from games.record.ratings.record_changes import Result, apply_result, week_wins
from games.record.ratings.rows import is_kept
from games.record.ratings.verdicts import Meetings
from workshop.lab.growth.playing import PlayedGame
from workshop.lab.growth.rows import cards_of

TOTAL = "total"


class Counted:
    """The columns of games and cards whose results were counted."""

    def __init__(self, meetings: Meetings, now: datetime) -> None:
        self.games: dict[int, dict[str, Any]] = {}
        self.cards: list[Scorecard] = []
        self._meetings = meetings
        self._now = now

    def count(self, played: Sequence[PlayedGame]) -> None:
        """Count results in this order: numbers, cards, records and tallies."""
        counter = ResultCounter.objects.get_or_create(pk=1)[0]
        pairs = [(game, game.result) for game in played if game.result is not None]
        stored = load_batch_records([result for _, result in pairs])
        changed: dict[str, dict[int, Any]] = {}
        for number, (game, result) in enumerate(pairs, counter.last + 1):
            records = stored.records[result.pool]
            outcome = apply_result(result, records, self._meetings.most(result))
            if outcome.unrated_reason is None:
                self._meetings.add(result)
            records.update(outcome.records)
            changed.setdefault(result.pool, {}).update(outcome.records)
            self._tally(stored, result)
            self.games[game.plan.id] = {
                "result_at": moment(game.ended_at),
                "result_number": number,
                "uncounted": uncounted_column(result, outcome),
            }
            for card in cards_of(game):
                for name, value in card_columns(result, outcome, card.seat).items():
                    setattr(card, name, value)
                self.cards.append(card)
        last = counter.last + len(pairs)
        ResultCounter.objects.filter(pk=1).update(last=last)
        kept = BatchRecords(changed, stored.tallies)
        players = {seat.player for _, result in pairs for seat in result.seats}
        save_batch_records(kept, lock_players(sorted(players)))

    def _tally(self, stored: BatchRecords, result: Result) -> None:
        for key in week_wins(result):
            # The worker has deleted the others.
            if is_kept(key, self._now):
                stored.tallies[key] = stored.tallies.get(key, 0) + 1


def count_dice(played: Sequence[PlayedGame]) -> None:
    """Add the dice of these games to the counts of their days and of all days."""
    days: dict[str, tuple[int, DiceTally]] = {}
    for game in played:
        if game.tally.dice:
            day = moment(game.ended_at).astimezone(UTC).date().isoformat()
            for name in (day, TOTAL):
                games, tally = days.setdefault(name, (0, DiceTally()))
                tally.add(game.tally)
                days[name] = (games + 1, tally)
    for name, (games, tally) in days.items():
        row = DiceCount.objects.get_or_create(period=name)[0]
        tally.add(DiceTally.from_json(row.counts))
        row.games, row.counts = row.games + games, tally.as_json()
        row.save()
