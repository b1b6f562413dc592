"""The forms of the pages: what may be typed, and what to say when it is not right."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from games.accounts.names import NAME_LENGTH, NameRefused, check_free, clean_name
from games.engine import CLOCK_NAMES
from games.models import User
from games.rooms import MOST_SEATS
from games.rules import VARIANTS, Variant


class NameField(forms.CharField):
    """A player's name; its clean value is the name as others will see it."""

    def __init__(self, *, label: str = "Your name", autocomplete: str = "nickname") -> None:
        attrs = {"autocomplete": autocomplete, "maxlength": NAME_LENGTH, "spellcheck": "false"}
        super().__init__(label=label, strip=False, widget=forms.TextInput(attrs))
        self.error_messages["required"] = "Please enter a name."

    def clean(self, value: Any) -> str:
        """Return the cleaned name, or raise ValidationError with the words for the player."""
        try:
            return clean_name(super().clean(value))
        except NameRefused as refused:
            raise ValidationError(refused.message, refused.code) from refused


def password_field(label: str, *, new: bool) -> forms.CharField:
    """Return a field for a password, which the browser may fill in (old) or suggest (new)."""
    word = "new-password" if new else "current-password"
    return forms.CharField(
        label=label,
        strip=False,
        # Far beyond any password: argon2 is not to chew on megabytes.
        max_length=500,
        widget=forms.PasswordInput({"autocomplete": word}),
    )


def email_field(help_text: str) -> forms.EmailField:
    """Return an optional field for a mail address."""
    return forms.EmailField(
        label="Email (optional)",
        required=False,
        max_length=254,
        help_text=help_text,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )


class GuestForm(forms.Form):
    """The name of somebody who just wants to play."""

    name = NameField()


class AccountForm(forms.Form):
    """Name, password and perhaps a mail address: a new account, or a guest who wants to stay."""

    name = NameField(autocomplete="username")
    password = password_field("Password", new=True)
    email = email_field("Used only to reset your password.")

    def clean(self) -> dict[str, Any]:
        """Check that the name is free and the password no easy guess."""
        data: dict[str, Any] = super().clean() or {}
        name, password = data.get("name"), data.get("password")
        if name is not None:
            try:
                check_free(name)
            except NameRefused as refused:
                self.add_error("name", ValidationError(refused.message, refused.code))
        if password:
            try:
                who = User(username=name or "", email=data.get("email") or "")
                validate_password(password, who)
            except ValidationError as error:
                self.add_error("password", error)
        return data


class SignInForm(forms.Form):
    """Name and password. Whether they are right is the view's business, which counts the tries."""

    name = forms.CharField(
        max_length=200,
        widget=forms.TextInput(
            {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = password_field("Password", new=False)


class PasswordCheckedForm(forms.Form):
    """A form of the account page that asks for the password. The view compares it."""

    current = password_field("Current password", new=False)


class EmailForm(PasswordCheckedForm):
    """A new mail address, or none."""

    email = email_field("Used only to reset your password.")
    field_order = ("email", "current")


class PasswordForm(PasswordCheckedForm):
    """The old password and a new one."""

    new = password_field("New password", new=True)

    def __init__(self, player: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_new(self) -> str:
        """Check the new password against the rules for passwords."""
        new: str = self.cleaned_data["new"]
        validate_password(new, self.player)
        return new


class DeleteGuestForm(forms.Form):
    """A guest has no password: he types the word instead."""

    word = forms.CharField(
        label="Type “delete”",
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )

    def clean_word(self) -> str:
        """Accept the word in any letter case."""
        word: str = self.cleaned_data["word"]
        if word.strip(" \"'“”").lower() != "delete":
            raise ValidationError("Please type the word “delete”.", "wrong_word")
        return word


class NewRoomForm(forms.Form):
    """Everything that is decided before a room exists. `ask_name` is for those without a session;
    only accounts may play `rated` games.

    Fields beyond those below: `name`, and one for each switch of the variant, with its id.
    """

    seats = forms.TypedChoiceField(
        label="Seats",
        choices=[(n, str(n)) for n in range(1, MOST_SEATS + 1)],
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
    )
    clock = forms.TypedChoiceField(
        label="Time per turn",
        choices=[("" if clock is None else clock, name) for clock, name in CLOCK_NAMES.items()],
        coerce=int,
        empty_value=None,
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    public = forms.BooleanField(label="Public: listed on the home page, anyone can join")
    rated = forms.BooleanField(label="Rated: the result changes everyone's rating")

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
                label=switch.name,
                choices=[(choice.value, choice.name) for choice in switch.choices],
                initial=switch.default,
                widget=forms.RadioSelect,
            )
        # One tap on the home page sends no more than the variant: the rest has its default.
        for name, field in self.fields.items():
            if name != "name":
                field.required = False
        if self.is_bound:
            # So that a form that is shown again, with a complaint, shows what it stands for.
            defaults = {name: field.initial for name, field in self.fields.items()}
            given = {name: value for name, value in defaults.items() if value is not None}
            self.data = {**given, **dict(self.data.items())}

    def clean(self) -> dict[str, Any]:
        """Give what was not sent its default."""
        data: dict[str, Any] = super().clean() or {}
        data["seats"] = data.get("seats") or self.fields["seats"].initial
        if data.get("rated") and data["seats"] == 1:
            self.add_error("rated", "A rated game needs at least two seats.")
        elif data.get("rated") and data["clock"] is None:
            self.add_error("rated", "Rated games need a clock.")
        data["switches"] = {
            id_: data.get(id_) or switch.default
            for id_, switch in self.variant.switch_choices.items()
        }
        return data


def find_variant_or_first(variant_id: str | None) -> Variant:
    """Return the variant of this id with default switches, or else the first one we offer."""
    return VARIANTS.get(variant_id or "") or next(iter(VARIANTS.values()))
