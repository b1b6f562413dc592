"""The name that house rules have at a table: the one under which its opener keeps them."""

from games.core.rules import find_variant, is_house_rules, is_readable
from games.people.accounts.models import User
from games.tables.rooms.models import Room


def rules_name(room: Room, text: str) -> str:
    """Return the opener's name for the rules with this id, which the table plays or has played; ""
    if they have none. Makes one query, and none for official games.

    Only people with the link read it: where strangers meet, nobody's words are shown.
    """
    if room.opened_by_id is None or not room.is_among_friends:
        return ""
    if not is_readable(text) or not is_house_rules(find_variant(text)):
        return ""
    names = User(pk=room.opened_by_id).kept_rules.filter(text=text, shown=True)
    return names.values_list("name", flat=True).first() or ""
