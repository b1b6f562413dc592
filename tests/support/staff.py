"""Staff on the admin pages."""

from typing import Any

from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client

from games.database.threads import in_database
from games.models import User
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


async def staff_acts(action: str, *rows: Model) -> None:
    """The same from beside live sockets."""

    def do() -> None:
        assert act(staff(), action, *rows).status_code == 200

    await in_database(do)
