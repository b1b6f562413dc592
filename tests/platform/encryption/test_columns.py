"""Every encrypted column: known, and renewed after a change of keys."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import BinaryField, Model
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models import Authenticator, CircleMember, DiceSecret, SentForm, SiteSettings, User
from games.people.circles import membership
from games.platform.encryption import DecryptionError, keyring
from games.platform.encryption.columns import EncryptedField, encrypted_columns
from games.platform.encryption.keys import new_key
from games.site.front.circles import hooks
from tests.support.people import registered

pytestmark = pytest.mark.django_db

OLD, NEW = new_key(), new_key()
PLAIN = {"Passkey.credential", "Passkey.public_key", "SiteSettings.logo"}
"""Columns of bytes that are no secret: what a browser or everybody may see."""


def dice_secret(player: User) -> Model:
    sealed = keyring().encrypt(b"s" * 32, b"dice secret|abcde")
    return DiceSecret.objects.create(code="abcde", secret=sealed)


def app(player: User) -> Model:
    sealed = keyring().encrypt(b"s" * 20, f"authenticator|{player.pk}".encode())
    return Authenticator.objects.create(player=player, secret=sealed)


def sent_form(player: User) -> Model:
    sealed = keyring().encrypt(b"an answer", b"k" * 64)
    return SentForm.objects.create(key="k" * 64, at=timezone.now(), answer=sealed)


def mail(player: User) -> Model:
    sealed = keyring().encrypt(b"smtp://me:secret@mail.example.org", b"site settings|mail")
    row, _ = SiteSettings.objects.update_or_create(pk=1, defaults={"mail_url": sealed})
    return row


def hook(player: User) -> Model:
    circle = membership.open_circle(player, "Tuesdays", "dice", "UTC", "en")
    place = CircleMember.objects.get(circle=circle)
    return hooks.set_hook(circle, place, "https://news.example.net/x", "json")


ROWS: dict[str, Callable[[User], Model]] = {
    "DiceSecret.secret": dice_secret,
    "Authenticator.secret": app,
    "SentForm.answer": sent_form,
    "SiteSettings.mail_url": mail,
    "CircleHook.secret": hook,
}
"""By the column, what stores a value there, encrypted as the code that uses it does."""


def renew(*arguments: str) -> str:
    out = StringIO()
    call_command("encrypt_secrets", *arguments, stdout=out)
    return out.getvalue()


def names(kind: type[Any]) -> set[str]:
    return {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, kind)
    }


def test_each_column_of_bytes_is_encrypted_or_no_secret() -> None:
    assert names(EncryptedField) == set(ROWS)
    assert names(BinaryField) == set(ROWS) | PLAIN


@pytest.mark.parametrize("name", ROWS)
def test_it_is_renewed_and_then_read_with_the_new_key_alone(name: str, settings: Settings) -> None:
    settings.DICE_KEYS = [OLD]
    row = ROWS[name](registered("Alice"))
    (column,) = [
        each for each in encrypted_columns() if f"{each.model.__name__}.{each.field.name}" == name
    ]
    text = column.field.text_of(row)
    settings.DICE_KEYS = [NEW, OLD]
    with pytest.raises(CommandError, match="1 secrets are not"):
        renew("--check")
    assert renew().endswith(", 1 of them now.\n")
    assert renew("--check") == "All secrets are encrypted with the newest key.\n"
    settings.DICE_KEYS = [NEW]
    row.refresh_from_db()
    assert column.field.text_of(row) == text


@pytest.mark.parametrize("name", ROWS)
def test_it_is_named_where_its_key_is_missing(name: str, settings: Settings) -> None:
    settings.DICE_KEYS = [OLD]
    row = ROWS[name](registered("Alice"))
    settings.DICE_KEYS = [NEW]
    with pytest.raises(CommandError, match="1 secrets cannot be decrypted"):
        renew()
    (column,) = [each for each in encrypted_columns() if each.model is type(row)]
    with pytest.raises(DecryptionError):
        column.field.text_of(row)


def test_a_column_that_was_stored_meanwhile_is_left_alone(settings: Settings) -> None:
    settings.DICE_KEYS = [OLD]
    row = mail(registered("Alice"))
    settings.DICE_KEYS = [NEW, OLD]
    newer = keyring().encrypt(b"smtp://other", b"site settings|mail")
    SiteSettings.objects.filter(pk=1).update(mail_url=newer)
    field = SiteSettings._meta.get_field("mail_url")
    assert isinstance(field, EncryptedField)
    assert not field.renew(row)
    assert bytes(SiteSettings.objects.get().mail_url or b"") == newer
