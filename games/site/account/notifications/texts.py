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
    if kind == Notice.Kind.CIRCLE:
        return _circle(facts)
    variant = find_variant(facts.variant).name
    if kind == Notice.Kind.FRIEND:
        return _friend(facts)
    if kind == Notice.Kind.INVITE:
        return _invitation(facts, variant)
    if kind == Notice.Kind.CHALLENGE:
        return _challenge(facts, variant)
    if facts.event:
        title = gettext("%(variant)s, same dice") % {"variant": variant}
        body = gettext("Cancelled: there are no more events with the same dice.")
        return Text(title, body, reverse("tournament", args=[facts.event]))
    if facts.appointment:
        return _appointment(facts, variant)
    if facts.card:
        return _card(kind, facts, variant, player)
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


def _friend(facts: Facts) -> Text:
    values = {"name": translated_name(facts.people[0].name)}
    title = interpolate(gettext("%(name)s wants to be your friend"), values)
    body = gettext("Friends see when the other is here, and invite each other with one tap.")
    return Text(title, body, reverse("home"))


def _invitation(facts: Facts, variant: str) -> Text:
    values = {"name": translated_name(facts.people[0].name), "circle": facts.title}
    if facts.title:
        title = interpolate(gettext("%(circle)s: %(name)s has opened a table"), values)
    else:
        title = interpolate(gettext("%(name)s invites you to a table"), values)
    name = next(name for clock, name in CLOCK_NAMES.items() if clock == facts.clock)
    body = gettext("%(variant)s, %(clock)s") % {"variant": variant, "clock": gettext(name)}
    return Text(title, body, f"{reverse('room', args=[facts.room])}?take=1")


def _card(kind: str, facts: Facts, variant: str, player: int) -> Text:
    """Return what a message says about a card. It has no points: others see it on the screen of a
    telephone, and they may not have played yet.
    """
    mine = facts.sender == player
    names = [translated_name(person.name) for person in facts.people]
    body = game = variant
    if names and not mine:
        values = {"variant": variant, "name": names[0]}
        game = interpolate(gettext("%(variant)s by %(name)s"), values)
    if kind == Notice.Kind.PLAYED:
        many = ngettext(
            "%(count)s person played your card", "%(count)s people played your card", facts.count
        )
        title = _people(names, gettext("%(names)s played your card"), many, facts.count)
    elif kind == Notice.Kind.BEATEN:
        many = ngettext("%(count)s person beat you", "%(count)s people beat you", facts.count)
        title = _people(names, gettext("%(names)s beat you"), many, facts.count)
        body = interpolate(gettext("%(variant)s, with the same dice"), {"variant": variant})
    elif kind == Notice.Kind.CLOSES:
        title = gettext("Your card closes tomorrow") if mine else gettext("A card closes tomorrow")
        if not mine:
            body = interpolate(gettext("%(game)s: finish your game."), {"game": game})
    else:
        title = gettext("Your card is revealed") if mine else gettext("A card is revealed")
        body = interpolate(gettext("%(game)s: see all games turn by turn."), {"game": game})
    return Text(title, body, reverse("card", args=[facts.card]))


def _appointment(facts: Facts, variant: str) -> Text:
    """Return what a message says about an appointment: the person who made it is the first one."""
    body = variant
    if facts.people:
        values = {"variant": variant, "name": translated_name(facts.people[0].name)}
        body = interpolate(gettext("%(variant)s by %(name)s"), values)
    titles = {
        "new": gettext("New appointment: %(title)s"),
        "changed": gettext("Changed: %(title)s"),
        "off": gettext("Called off: %(title)s"),
        "soon": gettext("Within an hour: %(title)s"),
    }
    title = interpolate(titles[facts.news], {"title": facts.title or variant})
    return Text(title, body, reverse("appointment", args=[facts.appointment]))


def _circle(facts: Facts) -> Text:
    """Return what a message says of a circle: a card is open for it, or its address is off."""
    values = {"circle": facts.title}
    if not facts.card:
        title = interpolate(gettext("%(circle)s: news are off"), values)
        body = gettext("The address does not work, so it is off.")
        return Text(title, body, reverse("circle-news", args=[facts.circle]))
    values |= {"game": find_variant(facts.variant).name}
    body = gettext("%(game)s. Same dice for everybody.")
    title = gettext("%(circle)s: the card of the week")
    if facts.people:
        values |= {"name": translated_name(facts.people[0].name)}
        title = gettext("%(circle)s: a card by %(name)s")
    path = reverse("card", args=[facts.card])
    return Text(interpolate(title, values), interpolate(body, values), path)


def _people(names: Sequence[str], named: str, many: str, count: int) -> str:
    """Return a sentence about a few people by name, or about more by their number."""
    if names:
        return interpolate(named, {"names": listed(names)})
    return many % {"count": count}


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
