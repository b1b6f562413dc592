"""What may be answered to the five questions. Each form stores its answers."""

import hashlib
import unicodedata
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext, gettext_lazy

from games.people.accounts.site_rules import INVITED, SSO, has_providers
from games.platform.language import interpolate
from games.platform.site_settings.current import DEFAULT_NAME, Chosen, save
from games.platform.site_settings.models import NAME_LENGTH, TEXT_LENGTH
from games.site.account.operator.logos import MOST_BYTES, NoLogo, digest_of, logo_of
from games.site.account.operator.questions import is_fixed


class Answers(forms.Form):
    """Base of the forms. `fixed_fields`: by the field, the variable that answers it, if set.

    Its `initial` is what is stored now. `shown` tells what was stored when the page was made: an
    answer that nobody has changed since then does not undo what another operator has stored.
    """

    fixed_fields: dict[str, str] = {}
    shown = forms.CharField(required=False, max_length=1000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["shown"] = ",".join(_marks(self.initial))
        for field, variable in self.fixed_fields.items():
            if is_fixed(variable):
                self.fields[field].disabled = True
                self.fields[field].help_text = interpolate(
                    gettext("%(name)s in the environment decides this."), {"name": variable}
                )

    def show_stored(self, stored: Mapping[str, Any]) -> None:
        """Note that the answers were stored, which the page will show again."""
        self.data = {**dict(self.data.items()), "shown": ",".join(_marks(stored))}

    def clean(self) -> None:
        """Take what is stored now for each answer that is as it was shown."""
        was_shown = self.cleaned_data.pop("shown", "").split(",")
        for name, mark in zip(self.cleaned_data, _marks(self.cleaned_data), strict=True):
            if mark in was_shown and name in self.initial:
                self.cleaned_data[name] = self.initial[name]

    def store(self) -> None:
        """Store the answers. Fields that the environment decides keep what was stored."""
        save(**self.free(*self.fixed_fields))

    def offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        """Let the field with this name be one of these."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def free(self, *names: str) -> dict[str, Any]:
        """Return the answers to these fields, but not to those that are fixed."""
        return {name: self.cleaned_data[name] for name in names if not self.fields[name].disabled}


def _marks(answers: Mapping[str, Any]) -> list[str]:
    """Return a short mark of each answer, without the answer."""
    texts = {name: str(value).replace("\r\n", "\n").strip() for name, value in answers.items()}
    return [
        f"{name}:{hashlib.sha256(text.encode()).hexdigest()[:16]}" for name, text in texts.items()
    ]


class NameForm(Answers):
    """Name and logo."""

    fixed_fields = {"name": "SITE_NAME"}
    name = forms.CharField(
        label=gettext_lazy("Name of the site"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"placeholder": DEFAULT_NAME, "autocomplete": "off"}),
    )
    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        widget=forms.FileInput({"accept": "image/png,image/webp", "data-shrink": str(MOST_BYTES)}),
    )
    no_logo = forms.BooleanField(label=gettext_lazy("Take the logo away"), required=False)

    @classmethod
    def initial_of(cls, chosen: Chosen) -> dict[str, Any]:
        """Return what the form shows first."""
        return {"name": settings.SITE_NAME or chosen.name}

    def clean_name(self) -> str:
        """Refuse what nobody sees, or what breaks lines and headers."""
        name = " ".join(self.cleaned_data["name"].split())
        if any(unicodedata.category(letter).startswith("C") for letter in name):
            raise ValidationError(gettext("The name has characters that nobody sees."))
        return name

    def clean_logo(self) -> bytes | None:
        """Return the logo as we show it, None to keep what there is."""
        sent = self.cleaned_data["logo"]
        if sent is None:
            return None
        try:
            return logo_of(sent.read())
        except NoLogo as error:
            words = gettext("This is no PNG or WebP picture of at most %(size)s KB.")
            raise ValidationError(interpolate(words, {"size": MOST_BYTES // 1000})) from error

    def store(self) -> None:
        """Store name and logo."""
        changes = self.free("name")
        logo = self.cleaned_data["logo"]
        if logo is not None:
            changes |= {"logo": logo, "logo_digest": digest_of(logo)}
        elif self.cleaned_data["no_logo"]:
            changes |= {"logo": None, "logo_digest": ""}
        save(**changes)


class LanguageForm(Answers):
    """The language of visitors who have chosen none."""

    fixed_fields = {"language": "SITE_LANGUAGE"}
    language = forms.ChoiceField(
        label=gettext_lazy("What do visitors see first?"),
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        browser = ("", gettext("The language of their browser"))
        self.offer("language", [browser, *settings.LANGUAGES])

    @classmethod
    def initial_of(cls, chosen: Chosen) -> dict[str, Any]:
        """Return what the form shows first."""
        return {"language": settings.SITE_LANGUAGE or chosen.language}


class WhoForm(Answers):
    """Who may come."""

    fixed_fields = {"who": "INVITE_ONLY"}
    who = forms.ChoiceField(
        label=gettext_lazy("Who may come"),
        required=False,
        help_text=gettext_lazy("People who are here already may stay."),
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [
            ("", gettext("Everyone")),
            (INVITED, gettext("People with an invitation: the link to a table, or one of yours")),
        ]
        if has_providers() or self.initial.get("who") == SSO:
            choices.append((SSO, gettext("People who sign in with our provider")))
        self.offer("who", choices)
        if is_fixed("ONLY_SSO"):
            self.fields["who"].disabled = True

    @classmethod
    def initial_of(cls, chosen: Chosen) -> dict[str, Any]:
        """Return what the form shows first."""
        if settings.ONLY_SSO:
            return {"who": SSO}
        if settings.INVITE_ONLY is not None:
            return {"who": INVITED if settings.INVITE_ONLY else ""}
        return {"who": chosen.who}


PORT = 587
SECURITIES = {
    "smtp+tls": gettext_lazy("STARTTLS (usual, port 587)"),
    "smtp+ssl": gettext_lazy("TLS (port 465)"),
    "smtp": gettext_lazy("None (only within your own network)"),
}


class MailForm(Answers):
    """The mail server, the sender, and an address for a test."""

    fixed_fields = dict.fromkeys(("host", "port", "security", "user", "password"), "EMAIL_URL") | {
        "sender": "DEFAULT_FROM_EMAIL"
    }
    host = forms.CharField(
        label=gettext_lazy("Mail server"),
        required=False,
        max_length=253,
        validators=[RegexValidator(r"^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?\Z")],
        help_text=gettext_lazy("Empty: this site sends no mail."),
        widget=forms.TextInput({"placeholder": "mail.example.org", "autocapitalize": "none"}),
    )
    port = forms.IntegerField(
        label=gettext_lazy("Port"), min_value=1, max_value=65535, initial=PORT
    )
    security = forms.ChoiceField(
        label=gettext_lazy("Encryption"), choices=list(SECURITIES.items()), initial="smtp+tls"
    )
    user = forms.CharField(
        label=gettext_lazy("Name at the mail server"),
        required=False,
        max_length=254,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password at the mail server"),
        required=False,
        strip=False,
        max_length=500,
        help_text=gettext_lazy("Stored encrypted. Empty: as it was."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )
    sender = forms.EmailField(
        label=gettext_lazy("Address of the sender"),
        required=False,
        widget=forms.EmailInput({"placeholder": "yacht@example.org", "autocomplete": "off"}),
    )
    to = forms.EmailField(
        label=gettext_lazy("Send a test to"),
        required=False,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )

    def __init__(self, *args: Any, before: Chosen, **options: Any) -> None:
        super().__init__(*args, **options)
        self.before = before

    @classmethod
    def initial_of(cls, chosen: Chosen) -> dict[str, Any]:
        """Return what the form shows first: never the password."""
        parts = urlsplit(chosen.mail_url)
        return {
            "host": parts.hostname or "",
            "port": parts.port or PORT,
            "security": parts.scheme or "smtp+tls",
            "user": unquote(parts.username or ""),
            "sender": chosen.mail_from,
        }

    def store(self) -> None:
        """Store server and sender."""
        changes = {}
        if not self.fields["sender"].disabled:
            changes["mail_from"] = self.cleaned_data["sender"]
        if self.free("host"):
            changes["mail_url"] = self._url()
        save(**changes)

    def _url(self) -> str:
        data = self.cleaned_data
        if not data["host"]:
            return ""
        before = urlsplit(self.before.mail_url)
        same = (before.hostname, unquote(before.username or "")) == (
            data["host"].lower(),
            data["user"],
        )
        # The password of one server is not sent to another.
        kept = unquote(before.password or "") if same else ""
        word = data["password"] or kept
        who = f"{quote(data['user'], safe='')}:{quote(word, safe='')}@" if data["user"] else ""
        return f"{data['security']}://{who}{data['host']}:{data['port']}"


def _text(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=TEXT_LENGTH,
        widget=forms.Textarea({"rows": 6, "class": "input"}),
    )


class LegalForm(Answers):
    """The texts of the law, in Markdown."""

    fixed_fields = dict.fromkeys(("imprint", "terms", "contact", "privacy"), "LEGAL_DIR")
    imprint = _text(gettext_lazy("Imprint"))
    terms = _text(gettext_lazy("Terms"))
    contact = _text(gettext_lazy("Contact"))
    privacy = _text(gettext_lazy("Addition to the page about privacy"))

    @classmethod
    def initial_of(cls, chosen: Chosen) -> dict[str, Any]:
        """Return what the form shows first."""
        return {name: getattr(chosen, name) for name in cls.fixed_fields}
