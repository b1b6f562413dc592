"""What the table of authority needs to know of cases, decisions and appeals.

Always for one actor. Many cases cost as many queries as one. Also: who shares a device or an
internet address with somebody, as far as the database knows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db.models import F, Q, prefetch_related_objects

from games.people.accounts.facts import STAFF, actor_of, works_for_site
from games.people.accounts.models import User
from games.people.authority.answers import may
from games.people.authority.records import (
    Action,
    Actor,
    AppealFacts,
    CaseFacts,
    DecisionFacts,
    Role,
    Tie,
)
from games.people.conduct.models import Sanction
from games.record.log.models import GameAddress, GameEvent, Scorecard
from games.record.ratings.model import UnratedReason
from games.site.account.desk.models import Appeal, Case
from games.site.account.desk.reasons import FOR_HELPERS
from games.tables.rooms.models import Room, Seat


def mates_of(player_id: int) -> frozenset[int]:
    """Return the players who share a device with this one: at tables on one device, who added,
    played for or was played for by whom; whose guests they are; and everybody with whom a game did
    not count, or will not, because of one internet address. One query.
    """
    device = Seat.objects.filter(
        Q(player=player_id) | Q(operator=player_id) | Q(lender=player_id),
        Q(operator__isnull=False) | Q(lender__isnull=False),
    )
    marks = GameAddress.objects.filter(player=player_id)
    same_mark = GameAddress.objects.filter(
        game__in=marks.values("game"), mark__in=marks.values("mark")
    )
    desks = Seat.objects.filter(player=player_id).exclude(address="")
    beside = Seat.objects.filter(room__in=desks.values("room"), address__in=desks.values("address"))
    one_address = Scorecard.objects.filter(
        player=player_id, game__uncounted=UnratedReason.SAME_ADDRESS
    )
    found = device.annotate(mate=F("player")).values_list("mate")
    kept = User.objects.filter(Q(added_by=player_id) | Q(added__id=player_id))
    others = (
        kept.annotate(mate=F("pk")).values_list("mate"),
        device.annotate(mate=F("operator")).values_list("mate"),
        device.annotate(mate=F("lender")).values_list("mate"),
        beside.annotate(mate=F("player")).values_list("mate"),
        same_mark.annotate(mate=F("player")).values_list("mate"),
        Scorecard.objects.filter(game__in=one_address.values("game"))
        .annotate(mate=F("player"))
        .values_list("mate"),
    )
    # Without an order of their own: a part of a union cannot have one.
    rows = found.order_by().union(*(each.order_by() for each in others))
    return frozenset(mate for (mate,) in rows if mate is not None) - {player_id}


def operators_in_game(game: int) -> set[int]:
    """Return who has acted in a game for a player on their device, by its log."""
    acts = GameEvent.objects.filter(game=game, by__contains=".").values_list("by", flat=True)
    # "17.2:id": player 17 acted for seat 2.
    found = (by.partition(":")[0].partition(".") for by in acts)
    return {int(operator) for operator, dot, _ in found if dot and operator.isdigit()}


def people_at(room: Room) -> tuple[set[int], set[int]]:
    """Return who sits at a table now, and who plays for somebody there or has added them."""
    seats = room.seats.exclude(player=None).values_list("player", "operator", "lender")
    seated, operators = set(), set()
    for player, operator, lender in seats:
        seated.add(player)
        operators.update({operator, lender} - {None})
    return seated, operators


def facts_of(actor: Actor, case: Case) -> CaseFacts:
    """Return what is known of a case, also whether somebody else could decide it."""
    facts = facts_of_all(actor, [case])[case.pk]
    if Tie.OPENED not in facts.ties:
        return facts
    others = any(
        may(each, Action.DECIDE, facts_of_all(each, [case])[case.pk]) for each in _others(actor)
    )
    return replace(facts, others=others)


def facts_of_all(actor: Actor, cases: Sequence[Case]) -> dict[int, CaseFacts]:
    """Return what is known of cases, by their ids, except whether somebody else could decide them.

    Four queries; three if the reports were read before. The subjects should have been.
    """
    prefetch_related_objects(cases, "reports")
    seated = _seated(cases)
    mates = mates_of(actor.id)
    staff = _staff(seated)
    return {
        case.pk: CaseFacts(
            about_talk=case.about_talk,
            about_staff=case.subject is not None and works_for_site(case.subject),
            game_of_staff=case.subject is None and bool(seated[case.pk] & staff),
            ties=_ties(actor, case, seated[case.pk], mates),
            waits=case.state == Case.State.SECOND,
        )
        for case in cases
    }


def facts_of_decision(actor: Actor, sanction: Sanction) -> DecisionFacts:
    return facts_of_decisions(actor, [sanction])[sanction.pk]


def facts_of_decisions(actor: Actor, sanctions: Sequence[Sanction]) -> dict[int, DecisionFacts]:
    """Return what is known of decisions, by their ids. Their players and cases should have been
    read.
    """
    cases = {each.case.pk: each.case for each in sanctions if each.case is not None}
    facts = facts_of_all(actor, list(cases.values()))
    mates = mates_of(actor.id)
    found = {}
    for sanction in sanctions:
        ties = set(facts[sanction.case.pk].ties) if sanction.case is not None else set()
        if sanction.player_id == actor.id:
            ties.add(Tie.SUBJECT)
        if sanction.player_id in mates:
            ties.add(Tie.SHARES_DEVICE)
        # A decision of version 1.0 says so only in its case.
        deciders = {sanction.decided_by_id, sanction.case and sanction.case.decided_by_id}
        if actor.id in deciders:
            ties.add(Tie.DECIDED)
        found[sanction.pk] = DecisionFacts(
            about_staff=sanction.about_staff or works_for_site(sanction.player),
            is_light=sanction.kind in FOR_HELPERS,
            ties=frozenset(ties),
        )
    return found


def facts_of_appeal(actor: Actor, appeal: Appeal) -> AppealFacts:
    return facts_of_appeals(actor, [appeal])[appeal.pk]


def facts_of_appeals(actor: Actor, appeals: Sequence[Appeal]) -> dict[int, AppealFacts]:
    """Return what is known of appeals, by their ids. Their decisions should have been read, with
    players and cases.
    """
    facts = facts_of_decisions(actor, [each.sanction for each in appeals])
    mine = [each for each in appeals if Tie.DECIDED in facts[each.sanction_id].ties]
    judged_by_others: set[int] = set()
    for other in _others(actor) if mine else ():
        theirs = facts_of_decisions(other, [each.sanction for each in mine])
        judged_by_others |= {
            each.pk
            for each in mine
            if may(other, Action.JUDGE, AppealFacts(theirs[each.sanction_id], others=False))
        }
    return {
        each.pk: AppealFacts(
            facts[each.sanction_id], others=each not in mine or each.pk in judged_by_others
        )
        for each in appeals
    }


def _others(actor: Actor) -> list[Actor]:
    staff = User.objects.filter(STAFF, is_active=True).exclude(pk=actor.id)
    found = [actor_of(each) for each in staff]
    return [each for each in found if each.role in (Role.MODERATOR, Role.SUPERUSER)]


def _seated(cases: Iterable[Case]) -> dict[int, set[int]]:
    """Return who has a seat in the evidence of each case: as it was copied, and in the games as
    they are known now (a guest's game belongs to their account once they sign in).
    """
    games = {
        case.pk: {copy["game"] for copy in case.evidence if copy.get("game")} for case in cases
    }
    codes = set().union(*games.values())
    players: dict[str, set[int]] = {}
    for code, player in Scorecard.objects.filter(
        game__code__in=codes, player__isnull=False
    ).values_list("game__code", "player"):
        players.setdefault(code, set()).add(player)
    return {
        case.pk: {
            *(seat.get("player") for copy in case.evidence for seat in copy.get("seats", ())),
            *(each for copy in case.evidence for each in copy.get("there", {}).get("seated", ())),
            *(player for code in games[case.pk] for player in players.get(code, ())),
        }
        - {None}
        for case in cases
    }


def _staff(seated: dict[int, set[int]]) -> set[int]:
    people = set().union(*seated.values())
    return set(User.objects.filter(STAFF, pk__in=people).values_list("pk", flat=True))


def _ties(actor: Actor, case: Case, seated: set[int], mates: frozenset[int]) -> frozenset[Tie]:
    copies = case.evidence
    groups: dict[Tie, set[int | None]] = {
        Tie.SUBJECT: {case.subject_id},
        Tie.SEATED: {*seated},
        Tie.OPERATES: {
            each for copy in copies for each in copy.get("there", {}).get("operators", ())
        },
        Tie.WROTE: {line.get("player") for copy in copies for line in copy.get("lines", ())},
        Tie.REPORTED: {report.reporter_id for report in case.reports.all()},
    }
    ties = {tie for tie, people in groups.items() if actor.id in people}
    if mates & set().union(*groups.values()):
        ties.add(Tie.SHARES_DEVICE)
    if case.asked_by_id == actor.id:
        ties.add(Tie.ASKED)
    if case.opened_by_id == actor.id:
        ties.add(Tie.OPENED)
    return frozenset(ties)
