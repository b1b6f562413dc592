"""Staff on the admin pages, and at the desk."""

from typing import Any

from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client

from games.models import Case, Sanction, User
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from tests.support.people import passes_second_factor


def staff(*permissions: str) -> Client:
    """The browser of somebody who may enter the admin; without permissions named: may do all."""
    number = User.objects.count()
    user = User.objects.create(username=f"staff{number}", name="Staff", is_staff=True)
    if permissions:
        user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    else:
        user.is_superuser = True
        user.save()
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return passes_second_factor(client)


def act(client: Client, action: str, *rows: Model) -> Any:
    """Choose an action of the admin for these rows, and return the page that follows."""
    table = rows[0]._meta.model_name
    form: dict[str, Any] = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(f"/admin/games/{table}/", form, follow=True)


def desk_closes(player: User) -> None:
    """Have the desk close the account of a player for good."""
    case = Case.objects.create(key=f"player:{player.pk}", subject=player, opened_at=utc_now())
    form = {"do": "decide", "kind": "closed", "ground": "other", "days": ""}
    assert staff().post(f"/desk/cases/{case.pk}/", form).status_code == 302
    assert not User.objects.get(pk=player.pk).is_active


def desk_opens(player: User) -> None:
    sanction = Sanction.objects.get(player=player, kind="closed", undone_at=None)
    staff().post(f"/desk/sanctions/{sanction.pk}/undo")


async def desk_closes_beside(player: User) -> None:
    """The same as `desk_closes` beside live sockets."""
    await in_database(lambda: desk_closes(player))


async def staff_acts(action: str, *rows: Model) -> None:
    """The same from beside live sockets."""

    def do() -> None:
        assert act(staff(), action, *rows).status_code == 200

    await in_database(do)
