"""Several members at the same instant, on PostgreSQL: a circle has one owner, or is gone."""

from collections.abc import Callable
from functools import partial

import pytest

from games.core.protocol.errors import ErrorCode, Refused
from games.models import Circle, CircleMember, User
from games.people.circles import friends, membership
from games.people.circles.personal import PERSONAL
from games.platform.database.threads import in_database
from games.site.account.membership.deletion import delete_player
from tests.support.races import at_once, people

pytestmark = pytest.mark.usefixtures("real_locks")

Role = CircleMember.Role
Work = Callable[[Circle, CircleMember, list[User]], object]

ROUNDS = 5
AT_ONCE: dict[str, list[Work]] = {
    "hand over to two": [
        lambda circle, owner, each: membership.hand_over(circle, owner, each[1].pk),
        lambda circle, owner, each: membership.hand_over(circle, owner, each[2].pk),
    ],
    "hand over to somebody who leaves": [
        lambda circle, owner, each: membership.hand_over(circle, owner, each[1].pk),
        lambda circle, owner, each: membership.leave(circle.pk, each[1].pk),
    ],
    "hand over and leave": [
        lambda circle, owner, each: membership.hand_over(circle, owner, each[1].pk),
        lambda circle, owner, each: membership.leave(circle.pk, each[0].pk),
    ],
    "hand over and delete": [
        lambda circle, owner, each: membership.hand_over(circle, owner, each[1].pk),
        lambda circle, owner, each: membership.delete_circle(circle, owner),
    ],
    "two leave the site": [
        lambda circle, owner, each: delete_player(each[0]),
        lambda circle, owner, each: delete_player(each[1]),
    ],
    "delete and leave the site": [
        lambda circle, owner, each: membership.delete_circle(circle, owner),
        lambda circle, owner, each: delete_player(each[1]),
    ],
    "remove somebody who leaves": [
        lambda circle, owner, each: membership.remove(circle, owner, each[1].pk),
        lambda circle, owner, each: membership.leave(circle.pk, each[1].pk),
    ],
}


def three_of(players: list[User]) -> tuple[Circle, CircleMember]:
    circle = membership.open_circle(players[0], "Tuesdays", "anchor", "UTC", "en")
    for each in players[1:]:
        membership.join(circle, each)
    return circle, circle.members.get(role=Role.OWNER)


def owners(circle: Circle) -> int:
    return circle.members.filter(role=Role.OWNER).count()


@pytest.mark.parametrize("works", AT_ONCE.values(), ids=AT_ONCE)
async def test_there_is_one_owner_whatever_happens_at_once(works: list[Work]) -> None:
    for _ in range(ROUNDS):
        players = await people(3)
        circle, owner = await in_database(partial(three_of, players))
        told = await at_once(*(partial(work, circle, owner, players) for work in works))
        refusals = [each for each in told if isinstance(each, Refused)]
        assert len(refusals) < len(works)
        assert {each.code for each in refusals} <= {ErrorCode.FORBIDDEN, ErrorCode.NOT_FOUND}
        if await in_database(Circle.objects.filter(pk=circle.pk).exists):
            assert await in_database(partial(owners, circle)) == 1


async def test_friends_who_leave_the_site_at_once_both_leave() -> None:
    for _ in range(ROUNDS):
        players = await people(4)

        def befriend(players: list[User] = players) -> None:
            for one in players:
                for other in players:
                    if one.pk < other.pk:
                        friends.ask(one, other)
                        friends.ask(other, one)

        await in_database(befriend)
        forgets = [partial(PERSONAL.forget, each) for each in players]
        assert await at_once(*forgets) == [None] * 4
        assert not await in_database(Circle.objects.exists)
