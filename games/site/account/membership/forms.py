"""Forms for names, passwords and email addresses, with their error messages."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, check_free
from games.platform.language import interpolate
from games.platform.language.formats import ZONE_LENGTH, find_zone
from games.site.shared.pages.refusals import RefusedName
from games.site.shared.table_form.name_field import NameField

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def password_field(label: "StrPromise", *, new: bool) -> forms.CharField:
    """Return a password field with the right autocomplete hint for browsers."""
    word = "new-password" if new else "current-password"
    return forms.CharField(
        label=label,
        strip=False,
        # Limited, so that nobody can make argon2 hash megabytes.
        max_length=500,
        widget=forms.PasswordInput({"autocomplete": word}),
    )


def email_field(help_text: "StrPromise") -> forms.EmailField:
    return forms.EmailField(
        label=gettext_lazy("Email (optional)"),
        required=False,
        max_length=254,
        help_text=help_text,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )


class GuestForm(forms.Form):
    """The name of a guest."""

    name = NameField()


class AccountForm(forms.Form):
    """Name, password and optional email: for sign-up and for upgrading a guest."""

    name = NameField(autocomplete="username")
    password = password_field(gettext_lazy("Password"), new=True)
    email = email_field(gettext_lazy("For a new password, and for notices if you want them."))

    def clean(self) -> dict[str, Any]:
        """Check that the name is free and the password strong enough."""
        data: dict[str, Any] = super().clean() or {}
        name, password = data.get("name"), data.get("password")
        if name is not None:
            try:
                check_free(name)
            except NameRefused as refused:
                self.add_error("name", RefusedName(refused))
        if password:
            try:
                who = User(username=name or "", email=data.get("email") or "")
                validate_password(password, who)
            except ValidationError as error:
                self.add_error("password", error)
        return data


class SignInForm(forms.Form):
    """Name and password. The view checks them, because it limits attempts."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=200,
        widget=forms.TextInput(
            {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = password_field(gettext_lazy("Password"), new=False)


class TimeZoneForm(forms.Form):
    """The time zone of an account. The cleaned value is the name of a zone, or "" for UTC."""

    time_zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        required=False,
        max_length=ZONE_LENGTH,
        help_text=gettext_lazy("For the times in emails. Pages use the time of your device."),
        widget=forms.TextInput({"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_time_zone(self) -> str:
        """Accept the name of a zone, or of the place that it is named after."""
        typed: str = self.cleaned_data["time_zone"]
        if not typed:
            return ""
        zone = find_zone(typed)
        if zone is None:
            raise ValidationError(
                interpolate(
                    gettext(
                        "There is no time zone “%(zone)s”. Try a large city, such as “New York”."
                    ),
                    {"zone": typed},
                ),
                "unknown_zone",
            )
        return zone


class PasswordCheckedForm(forms.Form):
    """A form that asks for the current password, if the player has one. The view checks it."""

    current = password_field(gettext_lazy("Current password"), new=False)

    def __init__(self, player: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        if not player.has_usable_password():
            del self.fields["current"]


class EmailForm(PasswordCheckedForm):
    """A new email address, or none."""

    email = email_field(gettext_lazy("For a new password, and for notices if you want them."))
    field_order = ("email", "current")


class PasswordForm(PasswordCheckedForm):
    """The current password and a new one."""

    new = password_field(gettext_lazy("New password"), new=True)

    def clean_new(self) -> str:
        new: str = self.cleaned_data["new"]
        validate_password(new, self.player)
        return new


class DeleteGuestForm(forms.Form):
    """Confirms the deletion of a guest, who has no password, by typing a word."""

    word = forms.CharField(
        label=gettext_lazy("Type “delete”"),
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )

    def clean_word(self) -> str:
        """Accept the word in any letter case."""
        word: str = self.cleaned_data["word"]
        if word.strip(" \"'“”„").lower() not in ("delete", gettext("delete")):
            raise ValidationError(gettext("Type “delete”"), "wrong_word")
        return word
