"""It answers as docs/moderation.md says: every kind of person, every tie, every action."""

from itertools import chain, combinations, product

import pytest

from games.core.protocol.errors import Refused
from games.people.authority.answers import check, may, objection
from games.people.authority.records import (
    CONCERNED,
    AccountFacts,
    Action,
    Actor,
    AppealFacts,
    CaseFacts,
    DecisionFacts,
    Facts,
    PlaceFacts,
    TableFacts,
    Tie,
)
from tests.people.authority import document
from tests.people.authority.document import Table
from tests.people.authority.people import ACTORS


def ties(*each: Tie) -> frozenset[Tie]:
    return frozenset(each)


OF_EVIDENCE = {
    "you have a seat in its evidence": Tie.SEATED,
    "you play for somebody in its evidence": Tie.OPERATES,
    "you wrote a line of its evidence": Tie.WROTE,
    "you reported it": Tie.REPORTED,
    "you share a device with one of them": Tie.SHARES_DEVICE,
}
ABOUT_YOU = "it is about you"
CASES: dict[str, Facts] = {
    "nothing; it is about talk": CaseFacts(True, False),
    "nothing; it is about something else": CaseFacts(False, False),
    "nothing; it is about talk of staff": CaseFacts(True, True),
    "nothing; it is about talk in a game of staff": CaseFacts(True, False, game_of_staff=True),
    ABOUT_YOU: CaseFacts(True, False, ties(Tie.SUBJECT)),
    **{row: CaseFacts(True, False, ties(tie)) for row, tie in OF_EVIDENCE.items()},
    "you asked for the second opinion": CaseFacts(False, False, ties(Tie.ASKED), waits=True),
    "somebody else asked for a second opinion": CaseFacts(False, False, waits=True),
    "you opened it, and another moderator can decide it": CaseFacts(
        False, False, ties(Tie.OPENED), others=True
    ),
    "you opened it, and nobody else can decide it": CaseFacts(
        False, False, ties(Tie.OPENED), others=False
    ),
}
DECISIONS: dict[str, Facts] = {
    "nothing; it is a warning or no chat": DecisionFacts(False, True),
    "nothing; it is something else": DecisionFacts(False, False),
    "you made it; it is a warning or no chat": DecisionFacts(False, True, ties(Tie.DECIDED)),
    "you made it; it is something else": DecisionFacts(False, False, ties(Tie.DECIDED)),
    "it is about staff": DecisionFacts(True, True),
    ABOUT_YOU: DecisionFacts(False, True, ties(Tie.SUBJECT)),
    **{row: DecisionFacts(False, True, ties(tie)) for row, tie in OF_EVIDENCE.items()},
}


def appeal(*each: Tie, staff: bool = False, others: bool = True) -> AppealFacts:
    return AppealFacts(DecisionFacts(staff, True, ties(*each)), others)


APPEALS: dict[str, Facts] = {
    "nothing": appeal(),
    "you made it, and another moderator can judge": appeal(Tie.DECIDED),
    "you made it, and nobody else can judge": appeal(Tie.DECIDED, others=False),
    "it is about staff": appeal(staff=True),
    ABOUT_YOU: appeal(Tie.SUBJECT),
    **{row: appeal(tie) for row, tie in OF_EVIDENCE.items()},
}
ACCOUNTS: dict[str, Facts] = {
    "a player's": AccountFacts(False, False),
    "of staff": AccountFacts(True, False),
    "yours": AccountFacts(False, False, ties(Tie.SUBJECT)),
    "of somebody who shares a device with you": AccountFacts(False, False, ties(Tie.SHARES_DEVICE)),
    "of somebody who has left": AccountFacts(False, True),
}
IN_THE_ADMIN = {row: ACCOUNTS[row] for row in ("a player's", "of staff", "yours")}
PLACES: dict[str, Facts] = {
    "nothing": PlaceFacts(False, "change_room"),
    "you play there, host it, or play for somebody there": PlaceFacts(True, "change_room"),
}
AT_A_TABLE: dict[str, Facts] = {
    "the host; somebody else": TableFacts(True),
    "the host; yourself": TableFacts(True, about_self=True),
    "a player or a spectator": TableFacts(False),
}
SEE, DECIDE, ASK, UNDO = Action.SEE, Action.DECIDE, Action.ASK, Action.UNDO
COMPARED: list[tuple[Table, dict[str, Facts], set[Action]]] = [
    (document.CASES, CASES, {SEE, DECIDE, ASK}),
    (document.KINDS, ACCOUNTS, {Action.WARN, Action.PUNISH}),
    (document.DECISIONS, DECISIONS, {UNDO, Action.APPEAL}),
    (document.APPEALS, APPEALS, {Action.READ, Action.JUDGE}),
    (document.ACCOUNTS, ACCOUNTS, {Action.OPEN_CASE, Action.REOPEN}),
    (document.ADMIN, IN_THE_ADMIN, {Action.CHANGE, Action.TRUST, Action.DELETE}),
    (document.PLACES, PLACES, {Action.END}),
    (document.AT_A_TABLE, AT_A_TABLE, {Action.HOST, Action.REMOVE, Action.MUTE}),
]
QUESTIONS = [
    pytest.param(actor, row, facts[row], actions, table[row][actor], id=f"{number}-{actor}-{row}")
    for number, (table, facts, actions) in enumerate(COMPARED)
    for row in table
    for actor in document.ACTORS
]


def test_it_knows_each_row_of_each_table_and_each_action_has_one() -> None:
    for table, facts, _ in COMPARED:
        assert list(table) == list(facts)
    assert len(COMPARED) == len(document.TABLES)
    assert set().union(*(actions for _, _, actions in COMPARED)) == set(Action)
    words = {
        word for table, _, _ in COMPARED for row in table.values() for cell in row.values()
        for word in cell
    }  # fmt: skip
    assert words == {action.value for action in Action}


@pytest.mark.parametrize(("actor", "row", "facts", "actions", "words"), QUESTIONS)
def test_it_answers_as_the_document_says(
    actor: str, row: str, facts: Facts, actions: set[Action], words: frozenset[str]
) -> None:
    given = {action.value for action in actions if may(ACTORS[actor], action, facts)}
    assert given == words


@pytest.mark.parametrize("facts", [CASES, DECISIONS, APPEALS, IN_THE_ADMIN, PLACES, AT_A_TABLE])
def test_nobody_may_do_to_an_object_what_is_for_another_kind(facts: dict[str, Facts]) -> None:
    known = set().union(
        *(actions for _, rows, actions in COMPARED if set(rows) & set(facts))
    )  # "a player's" is in several tables
    for actor, about, action in product(ACTORS.values(), facts.values(), Action):
        if action not in known:
            assert not may(actor, action, about)


SWITCHES = (False, True)


@pytest.mark.parametrize("actor", ACTORS.values(), ids=ACTORS)
def test_no_combination_of_ties_makes_somebody_concerned_less(actor: Actor) -> None:
    sizes = range(1, len(Tie) + 1)
    subsets = chain.from_iterable(combinations(Tie, size) for size in sizes)
    for chosen in filter(CONCERNED.intersection, map(frozenset, subsets)):
        for talk, staff, others in product(SWITCHES, SWITCHES, SWITCHES):
            case = CaseFacts(talk, staff, chosen, others)
            decision = DecisionFacts(staff, talk, chosen)
            appeal = AppealFacts(decision, others)
            assert not [each for each in (SEE, DECIDE, ASK) if may(actor, each, case)]
            assert not may(actor, UNDO, decision)
            assert not may(actor, Action.READ, appeal)
            assert not may(actor, Action.JUDGE, appeal)


def test_it_says_why_not() -> None:
    facts = CaseFacts(True, False, ties(Tie.SUBJECT))
    refusal = objection(ACTORS["moderator"], DECIDE, facts)
    assert str(refusal) == "This concerns you. Leave it to somebody else."
    with pytest.raises(Refused, match="This concerns you"):
        check(ACTORS["moderator"], DECIDE, facts)
    check(ACTORS["moderator"], DECIDE, CaseFacts(True, False))
