"""The house rules that a player keeps."""

from django.http import HttpRequest

from games.core.rules import Variant, find_variant, is_readable
from games.people.accounts.models import User
from games.people.accounts.names import visible_name
from games.site.shared.pages.shortcuts import player_of
from games.site.study.house_rules.models import NAME_LENGTH, KeptRules

MOST_KEPT = 20


def kept_rules(player: User) -> list[tuple[str, Variant]]:
    """Return the rules that a player keeps, with their names, newest first. Leaves out rules of
    another version of the site.
    """
    rows = KeptRules.objects.filter(player=player)[:MOST_KEPT]
    return [(row.name, find_variant(row.text)) for row in rows if is_readable(row.text)]


def kept_by(request: HttpRequest) -> list[tuple[str, Variant]]:
    me = player_of(request)
    return [] if me is None else kept_rules(me)


def checked_name(typed: str) -> str:
    """Return a name for rules as others will see it. Raises NameRefused."""
    return visible_name(typed, NAME_LENGTH)


def keep(player: User, name: str, variant: Variant) -> None:
    """Keep rules under a name; rules with the same name are replaced, and the oldest go. Others see
    the name at the player's tables, unless moderators have taken it away.
    """
    defaults = {"text": variant.id}
    row, _ = KeptRules.objects.update_or_create(player=player, name=name, defaults=defaults)
    KeptRules.objects.filter(pk=row.pk, shown=None).update(shown=True)
    rows = KeptRules.objects.filter(player=player)
    newest = list(rows.values_list("pk", flat=True)[:MOST_KEPT])
    rows.exclude(pk__in=newest).delete()


def hide_name(player: User, row_id: int) -> str | None:
    """Show the name of these rules to nobody but the player, from now on. Return the rules' id, or
    None if others do not see the name.
    """
    row = KeptRules.objects.filter(pk=row_id, player=player, shown=True).first()
    if row is None:
        return None
    KeptRules.objects.filter(pk=row.pk).update(shown=False)
    return row.text


def forget(player: User, name: str) -> None:
    KeptRules.objects.filter(player=player, name=name).delete()


def forget_all(player: User) -> None:
    KeptRules.objects.filter(player=player).delete()


def transfer(guest: User, account: User) -> None:
    """Give the rules that a guest keeps to an account, but those whose names it has already."""
    names = KeptRules.objects.filter(player=account).values("name")
    KeptRules.objects.filter(player=guest).exclude(name__in=names).update(player=account)
