"""Forms of the pages, with their validation and error messages."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from games.accounts.names import NAME_LENGTH, NameRefused, check_free, clean_name
from games.engine import CLOCK_NAMES
from games.language import translated
from games.models import User
from games.rooms.opening import max_seats
from games.rules import VARIANTS, Variant

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

YOUR_NAME = gettext_lazy("Your name")


class NameField(forms.CharField):
    """A player's name. The cleaned value is the name as others see it."""

    def __init__(self, *, label: "StrPromise" = YOUR_NAME, autocomplete: str = "nickname") -> None:
        attrs = {"autocomplete": autocomplete, "maxlength": NAME_LENGTH, "spellcheck": "false"}
        super().__init__(label=label, strip=False, widget=forms.TextInput(attrs))
        self.error_messages["required"] = gettext_lazy("Please enter a name.")

    def clean(self, value: Any) -> str:
        """Return the cleaned name. Raises ValidationError."""
        try:
            return clean_name(super().clean(value))
        except NameRefused as refused:
            raise ValidationError(translated(refused), refused.code) from refused


def password_field(label: "StrPromise", *, new: bool) -> forms.CharField:
    """Return a password field with the right autocomplete hint for browsers."""
    word = "new-password" if new else "current-password"
    return forms.CharField(
        label=label,
        strip=False,
        # So that nobody can make argon2 hash megabytes.
        max_length=500,
        widget=forms.PasswordInput({"autocomplete": word}),
    )


def email_field(help_text: "StrPromise") -> forms.EmailField:
    """Return an optional field for an email address."""
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
    email = email_field(gettext_lazy("Used only to reset your password."))

    def clean(self) -> dict[str, Any]:
        """Check that the name is free and the password strong enough."""
        data: dict[str, Any] = super().clean() or {}
        name, password = data.get("name"), data.get("password")
        if name is not None:
            try:
                check_free(name)
            except NameRefused as refused:
                self.add_error("name", ValidationError(translated(refused), refused.code))
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


class PasswordCheckedForm(forms.Form):
    """A form that asks for the current password. The view checks it."""

    current = password_field(gettext_lazy("Current password"), new=False)


class EmailForm(PasswordCheckedForm):
    """A new email address, or none."""

    email = email_field(gettext_lazy("Used only to reset your password."))
    field_order = ("email", "current")


class PasswordForm(PasswordCheckedForm):
    """The current password and a new one."""

    new = password_field(gettext_lazy("New password"), new=True)

    def __init__(self, player: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_new(self) -> str:
        """Validate the new password."""
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
            raise ValidationError(gettext("Please type “delete”."), "wrong_word")
        return word


SEATS = range(1, max_seats("rounds", rated=False) + 1)
"""The numbers of seats that the form offers. More than `rooms.opening.MAX_SEATS` need rounds."""
MODE_NAMES = {"turns": gettext_lazy("In turns"), "rounds": gettext_lazy("All at once")}


class NewRoomForm(forms.Form):
    """The settings of a new room.

    `ask_name` adds a `name` field for visitors without a session. `may_rate=False` removes `rated`.
    Each switch of the variant adds a field named by its id.
    """

    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        choices=[(n, str(n)) for n in SEATS],
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("How to play"),
        choices=list(MODE_NAMES.items()),
        initial="turns",
        widget=forms.RadioSelect,
    )
    same = forms.BooleanField(
        label=gettext_lazy("Same dice for everybody: only your choices count")
    )
    clock = forms.TypedChoiceField(
        label=gettext_lazy("Time per turn"),
        choices=lambda: [
            ("" if clock is None else clock, gettext(name)) for clock, name in CLOCK_NAMES.items()
        ],
        coerce=int,
        empty_value=None,
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    public = forms.BooleanField(
        label=gettext_lazy("Public: listed on the home page, anyone can join")
    )
    rated = forms.BooleanField(label=gettext_lazy("Rated: the result changes everyone's rating"))

    def __init__(
        self,
        variant: Variant,
        *args: Any,
        ask_name: bool = False,
        may_rate: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.variant = variant
        if not may_rate:
            del self.fields["rated"]
        if ask_name:
            self.fields["name"] = NameField()
        for switch in variant.switch_choices.values():
            self.fields[switch.id] = forms.ChoiceField(
                label=gettext(switch.name),
                choices=[(choice.value, gettext(choice.name)) for choice in switch.choices],
                initial=switch.default,
                widget=forms.RadioSelect,
            )
        # The home page submits only the variant. All other fields have defaults.
        for name, field in self.fields.items():
            if name != "name":
                field.required = False
        if self.is_bound:
            # A form shown again with errors must show the defaults of fields not submitted.
            defaults = {name: field.initial for name, field in self.fields.items()}
            given = {name: value for name, value in defaults.items() if value is not None}
            self.data = {**given, **dict(self.data.items())}

    def clean(self) -> dict[str, Any]:
        """Fill in defaults, and check that a rated game is possible."""
        data: dict[str, Any] = super().clean() or {}
        data["seats"] = data.get("seats") or self.fields["seats"].initial
        if data.get("rated") and data["seats"] == 1:
            self.add_error("rated", gettext("A rated game needs at least two seats."))
        elif data.get("rated") and data["clock"] is None:
            self.add_error("rated", gettext("Rated games need a clock."))
        self._check_mode(data)
        data["switches"] = {
            id_: data.get(id_) or switch.default
            for id_, switch in self.variant.switch_choices.items()
        }
        return data

    def _check_mode(self, data: dict[str, Any]) -> None:
        """Check that the mode goes with the clock and the number of seats."""
        if data.get("mode") == "rounds" and data["clock"] is None:
            self.add_error("clock", gettext("To play all at once, choose a time per turn."))
        rounds = data.get("mode") == "rounds"
        data["dice"] = "same" if rounds and data.get("same") else "own"
        most = max_seats("rounds" if rounds else "turns", bool(data.get("rated")))
        if data["seats"] > most and rounds:
            self.add_error("seats", gettext("Rated games have at most 8 seats."))
        elif data["seats"] > most:
            self.add_error("seats", gettext("More than 8 players can only play all at once."))


def find_variant_or_first(variant_id: str | None) -> Variant:
    """Return the variant with this id and default switches, or else the first variant."""
    return VARIANTS.get(variant_id or "") or next(iter(VARIANTS.values()))
