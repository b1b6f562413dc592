"""The limits of pages, the API and changes over sockets, unless LIMITS replaces them."""

from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured

DEFAULT_LIMITS: dict[str, tuple[int, int]] = {
    "guest": (120, 3600),  # new guests from one address: a school class may share it
    "account": (30, 3600),  # new accounts from one address
    "first-link": (30, 900),  # tries of the link to a new site, from one address
    "test-mail": (10, 900),  # mails that operators try the mail server with
    "second-factor": (10, 900),  # codes for one account, from browsers that are new to it
    "second-factor-known": (10, 900),  # the same from one browser that the account knows
    "second-factor-address": (30, 900),  # the same from one address
    "family": (10, 900),  # tries to turn a family lock off: of a session, or with one code
    "family-address": (10, 900),  # the same with a code, from one address
    "solve": (30, 3600),  # new house rules by one player, and from one address
    "scorecard": (60, 3600),  # verdicts on games with real dice, for one address
    "offline-game": (50, 86400),  # games with dice of a browser, kept by one player
    "held_back": (6, 600),  # lines of chat by one player that are not shown
    "report": (15, 86400),  # reports by one player
    "report-address": (60, 86400),  # the same from one address
    "report-new-guests": (15, 86400),  # the same by all guests who are younger than a day
    "wording-address": (20, 86400),  # notes on texts that read wrong, from one address
    "wording": (200, 86400),  # the same from all
    "rename": (30, 3600),  # of one player
    "room": (60, 3600),  # new rooms by one player
    "invite": (60, 3600),  # invitations of single people to a table by one player
    "invite-person": (6, 3600),  # the same to one person
    "invite-circle": (12, 3600),  # invitations of whole circles by one player
    "friend": (30, 3600),  # requests to become friends by one player
    "local-player": (60, 3600),  # players added on a device, by one person
    "local-player-address": (300, 3600),  # the same from one address
    "change": (60, 60),  # of rooms, chat and the lobby by one player: all but moves
    "change-address": (20, 5),  # the same from one address: more wait for their turn
    "chat-address": (30, 30),  # lines of chat and reactions from one address, in all rooms
    "chat-room": (60, 20),  # lines of chat and reactions in one room: everybody there gets each
    "reaction": (8, 16),  # reactions of one player
    "reaction-watching": (3, 60),  # reactions of one player without a seat
    "circle": (120, 3600),  # changes of circles and friends by one player
    "circle-new": (10, 86400),  # new circles by one player
    "circle-address": (60, 86400),  # new circles from one address
    "circle-link": (120, 600),  # looks at links into circles, from one address
    "tournament": (5, 86400),  # new tournaments by one player
    "tournament-address": (10, 86400),  # new tournaments from one address
    "appointment": (30, 86400),  # new appointments by one player
    "room-address": (300, 3600),  # new rooms from one address
    "sign-in": (10, 900),  # attempts on one account from one address
    "sign-in-known": (10, 900),  # attempts on one account from one browser that it knows
    "sign-in-passkey": (100, 900),  # sign-ins with a passkey from one address
    "sign-in-account": (100, 3600),  # attempts on one account from browsers that are new to it
    "sign-in-address": (100, 900),  # attempts on any account from one address
    "provider": (120, 900),  # sign-ins at a provider that one address begins
    "reset": (10, 3600),  # password emails requested from one address
    "reset-address": (5, 3600),  # the same to one mail address
    "device-mail": (5, 3600),  # mails about new browsers to one mail address
    "earlier-game": (20, 60),  # questions about games that are over, by one player at a table
    "socket": (300, 60),  # sockets opened by one address
    "export": (20, 3600),  # of one player
    "confirm": (5, 3600),  # mails to one account that confirm an address
    "confirm-address": (5, 3600),  # the same to one address, whatever accounts ask for them
    "settings": (120, 300),  # changes of one account's settings
    "preview": (60, 60),  # pictures of links, drawn for one address
    "puzzle": (120, 120),  # answers to puzzles by one player, or from one address without a name
    "api": (300, 300),  # requests to /api/v1/ from one address
    "api-guest": (60, 3600),  # new guests by programs from one address
    "api-room": (120, 3600),  # new rooms by programs from one address
}
"""Times, and within how many seconds, by what is limited."""


def limits_with(changes: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Return all limits, those in `changes` replaced, such as "600/3600".

    Raises ImproperlyConfigured.
    """
    limits = dict(DEFAULT_LIMITS)
    for what, limit in changes.items():
        times, _, seconds = (part.strip() for part in limit.partition("/"))
        if what not in limits or not (times.isdecimal() and seconds.isdecimal() and int(seconds)):
            raise ImproperlyConfigured(
                f"LIMITS has {what}={limit}. Write what=times/seconds, such as room=600/3600, with"
                " a key of docs/settings.md."
            )
        limits[what] = int(times), int(seconds)
    return limits
