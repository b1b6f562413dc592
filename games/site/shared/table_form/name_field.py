"""The field for the name of a player."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy

from games.people.accounts.names import TYPED_LENGTH, NameRefused, clean_name
from games.site.shared.pages.refusals import RefusedName

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

YOUR_NAME = gettext_lazy("Your name")


class NameField(forms.CharField):
    """A player's name. The cleaned value is the name as others see it, or "" if it may be left
    open.
    """

    def __init__(
        self,
        *,
        label: "StrPromise" = YOUR_NAME,
        autocomplete: str = "nickname",
        required: bool = True,
    ) -> None:
        attrs = {"autocomplete": autocomplete, "maxlength": TYPED_LENGTH, "spellcheck": "false"}
        widget = forms.TextInput(attrs)
        super().__init__(label=label, strip=False, widget=widget, required=required)
        self.error_messages["required"] = gettext_lazy("Please enter a name.")

    def clean(self, value: Any) -> str:
        """Return the cleaned name. Raises ValidationError."""
        typed = super().clean(value)
        if not self.required and not typed.strip():
            return ""
        try:
            return clean_name(typed)
        except NameRefused as refused:
            raise RefusedName(refused) from refused
