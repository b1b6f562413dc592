"""What a message says, in the current language."""

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from games.core.engine import CLOCK_NAMES
from games.core.rules import find_variant
from games.people.accounts.names import translated_name
from games.platform.language import interpolate, listed
from games.site.account.notifications.models import Notice
from games.site.account.notifications.queue import Facts, Person


class Text(NamedTuple):
    """A title, a sentence below it, and the path of the page that it leads to."""

    title: str
    body: str
    path: str


def text_of(kind: str, facts: Facts, player: int) -> Text:
    variant = find_variant(facts.variant).name
    if kind == Notice.Kind.CHALLENGE:
        return _challenge(facts, variant)
    if facts.event:
        title = gettext("%(variant)s, same dice") % {"variant": variant}
        body = gettext("Cancelled: there are no more events with the same dice.")
        return Text(title, body, reverse("tournament", args=[facts.event]))
    others = [translated_name(person.name) for person in facts.people if person.player != player]
    game = (
        interpolate(
            gettext("%(variant)s with %(names)s"), {"variant": variant, "names": listed(others)}
        )
        if others
        else variant
    )
    if kind == Notice.Kind.OVER:
        mine = next((each for each in facts.people if each.player == player), Person(player, ""))
        body = _result(game, mine, facts.people)
        return Text(gettext("Game over"), body, reverse("game", args=[facts.game]))
    title = gettext("Your game begins") if facts.begins else gettext("Your turn")
    return Text(title, game, reverse("room", args=[facts.room]))


def _challenge(facts: Facts, variant: str) -> Text:
    text = (
        gettext("%(name)s accepts your challenge")
        if facts.room
        else gettext("%(name)s challenges you")
    )
    title = interpolate(text, {"name": translated_name(facts.people[0].name)})
    name = next(name for clock, name in CLOCK_NAMES.items() if clock == facts.clock)
    body = gettext("%(variant)s, %(clock)s") % {"variant": variant, "clock": gettext(name)}
    path = reverse("room", args=[facts.room]) if facts.room else reverse("home")
    return Text(title, body, path)


def _result(game: str, mine: Person, people: Sequence[Person]) -> str:
    points = ngettext("%(count)s point", "%(count)s points", mine.total) % {"count": mine.total}
    values = {"game": game, "points": points, "place": mine.place, "people": len(people)}
    if not mine.place or len(people) == 1:
        return interpolate(gettext("%(game)s: %(points)s."), values)
    if mine.place > 1:
        return interpolate(gettext("%(game)s: place %(place)s of %(people)s, %(points)s."), values)
    if sum(person.place == 1 for person in people) > 1:
        return interpolate(gettext("%(game)s: you share first place with %(points)s."), values)
    return interpolate(gettext("%(game)s: you won with %(points)s."), values)
