"""The five kinds of people that have a column in the tables."""

from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client

from games.models import User
from games.people.authority.records import Actor, Role
from tests.support.people import BACKEND, account, passes_second_factor

RIGHTS = frozenset({"view_user", "change_user", "delete_user", "change_room", "view_room"}) | {
    "change_tournament",
    "view_tournament",
}
ACTORS = {
    "player": Actor(1),
    "admin": Actor(1, Role.NONE, RIGHTS),
    "helper": Actor(1, Role.HELPER),
    "moderator": Actor(1, Role.MODERATOR),
    "superuser": Actor(1, Role.SUPERUSER),
}

FIELDS: dict[str, dict[str, Any]] = {
    "player": {"is_guest": False},
    "admin": {"is_staff": True},
    "helper": {"desk_role": "helper"},
    "moderator": {"desk_role": "moderator"},
    "superuser": {"is_superuser": True, "is_staff": True},
}


def user_of(kind: str, name: str = "Mona") -> User:
    made = account(name)
    User.objects.filter(pk=made.pk).update(**FIELDS[kind])
    if kind == "admin":
        made.user_permissions.set(Permission.objects.filter(codename__in=RIGHTS))
    return User.objects.get(pk=made.pk)


def browser_of(user: User) -> Client:
    """Return a browser in which they have passed a second factor."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    return passes_second_factor(client)
