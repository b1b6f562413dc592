"""Former names of accounts: profiles tell them for a while, so nobody slips away by renaming."""

from datetime import datetime, timedelta

from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.site.account.membership.models import PastName

SHOWN_FOR = timedelta(days=30)


def keep_name(player: User, name: str) -> None:
    """Keep the name that an account had until now."""
    PastName.objects.filter(player=player, name=name).delete()
    PastName.objects.create(player=player, name=name, until=utc_now() + SHOWN_FOR)


def past_names(player: User) -> list[str]:
    """Return the names that the account had lately, the newest first."""
    shown = PastName.objects.filter(player=player, until__gt=utc_now()).exclude(name=player.name)
    return list(shown.order_by("-until").values_list("name", flat=True))


def forget_past_names(now: datetime) -> None:
    """Delete the names that are no longer told."""
    PastName.objects.filter(until__lte=now).delete()


def forget_names_of(player: User) -> None:
    """Delete all former names of a player."""
    PastName.objects.filter(player=player).delete()
