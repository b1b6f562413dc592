"""Answers of the API about tournaments."""

from collections.abc import Sequence
from typing import Any, cast

from msgspec import UNSET

from games.platform.clock import utc_now
from games.site.events.tournaments import api_types as types
from games.site.events.tournaments import lists, standings
from games.site.events.tournaments.models import Tournament, TournamentEntry
from games.site.shared.answers.endpoint import SHORT, Answer, ApiError, ApiErrorCode, Endpoint
from games.site.shared.answers.types import Code

TOURNAMENT = {"code": (Code, "The tournament's code, as in /tournaments/<code>/.")}


def tournaments() -> types.Tournaments:
    found = lists.read_lists(utc_now())
    return types.Tournaments(*[tuple(map(_listed, each)) for each in found])


def tournament(code: str, query: types.StandingsQuery) -> types.TournamentPage:
    """Return a tournament and a part of its standings. Raises ApiError."""
    # Codes have no other characters: do not trouble the database with them.
    found = standings.find(code) if code.isascii() and code.isalnum() else None
    if found is None or found.unlisted:
        raise ApiError(ApiErrorCode.NOT_FOUND, "There is no tournament with this code.")
    ranked = standings.ranked(found.pk)
    places = [(place, entry) for place, entry in ranked if place <= lists.PODIUM and entry.games]
    podium = places[: lists.PODIUM] if found.finished_at else []
    part = ranked[query.after : query.after + query.limit]
    field = standings.field_of([entry for _, entry in ranked])
    return types.TournamentPage(
        _summary(found, len(ranked), podium, field),
        found.rev,
        tuple([_entry(*each, found, field) for each in part]),
        found.perfect or UNSET,
    )


def _listed(listed: lists.Listed) -> types.TournamentSummary:
    podium = [(entry.place or 1, entry) for entry in listed.podium[: lists.PODIUM]]
    return _summary(listed.tournament, listed.players, podium, listed.players)


def _summary(
    row: Tournament, players: int, podium: Sequence[tuple[int, TournamentEntry]], field: int
) -> types.TournamentSummary:
    return types.TournamentSummary(
        code=row.code,
        name=row.name,
        every=cast(Any, row.every),
        variant=cast(Any, row.variant),
        clock=row.clock,
        seats=row.seats,
        rated=row.rated,
        starts_at=round(row.starts_at.timestamp() * 1000),
        ends_at=round(row.ends_at.timestamp() * 1000),
        finished=row.finished_at is not None,
        players=players,
        podium=tuple([_entry(*each, row, field) for each in podium]),
        kind=cast(Any, row.kind),
        share=row.share or UNSET,
        dice="same" if row.dice == "same" else UNSET,
    )


def _entry(
    place: int, entry: TournamentEntry, tournament: Tournament, field: int
) -> types.TournamentEntry:
    player = entry.player
    beaten = standings.beaten_by(entry, field)
    of_perfect = standings.share_of_perfect(entry, tournament)
    return types.TournamentEntry(
        place=place,
        name=player.name,
        player=player.pk,
        guest=player.is_guest,
        score=entry.score,
        games=entry.games,
        wins=entry.wins,
        sheet=tuple(entry.sheet),
        percent=UNSET if beaten is None else beaten,
        of_perfect=UNSET if of_perfect is None else round(of_perfect, 2),
        totals=UNSET if entry.totals is None else tuple(entry.totals),
        left=UNSET if entry.totals is None else entry.left,
        closed=UNSET if player.is_active else True,
    )


def _tournaments() -> Answer:
    return Answer(tournaments)


def _tournament(query: types.StandingsQuery, code: str) -> Answer:
    return Answer(lambda: tournament(code, query))


ENDPOINTS = (
    Endpoint(
        "tournaments",
        "tournaments",
        "Tournaments",
        "What runs, what comes, and the last ones that are over with their winners.",
        types.Tournaments,
        max_age=SHORT,
        read=_tournaments,
    ),
    Endpoint(
        "tournament",
        "tournaments/{code}",
        "A tournament and its standings",
        "Best first. Pass the number of players that you have in after to get more.",
        types.TournamentPage,
        types.StandingsQuery,
        in_path=TOURNAMENT,
        max_age=SHORT,
        read=_tournament,
    ),
)
