"""The form for a new card: the game or house rules, and for how many days it is open."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from games.core.numbers import whole
from games.site.events.cards.opening import MAX_DAYS, MIN_DAYS
from games.site.shared.pages.front_game import Offer
from games.site.shared.table_form.forms import SWITCHES, TableForm

USUAL_DAYS = 7


def days_words(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


class NewCardForm(TableForm):
    """The rules of a new card and its days. `seal`: of the seed of the sender's browser.

    `ask_parent`: what a grown-up types while a family lock is on: "code", "password" or "".
    """

    WITHOUT = (*("who", "bot", "mode", "same", "clock", "players", "seats", "public", "rated"),)
    MORE: ClassVar[tuple[str, ...]] = (*SWITCHES, "days")
    STEPPERS: ClassVar[tuple[str, ...]] = ("days",)
    NO_CIRCLE: ClassVar[Any] = gettext_lazy("Everybody with the link")

    days = forms.TypedChoiceField(
        label=gettext_lazy("Open for"),
        choices=lambda: [(n, days_words(n)) for n in range(MIN_DAYS, MAX_DAYS + 1)],
        coerce=int,
        empty_value=None,
        initial=USUAL_DAYS,
    )
    seal = forms.CharField(max_length=64)
    circle = forms.ChoiceField(label=gettext_lazy("For whom"), required=False)

    def clean(self) -> dict[str, Any]:
        """Give a card without a number of days the usual one."""
        data = super().clean()
        data["days"] = data.get("days") or USUAL_DAYS
        return data

    def __init__(
        self,
        offer: Offer,
        *args: Any,
        ask_parent: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(offer, *args, **kwargs)
        self.ask_parent = ask_parent

    def words(self, name: str, value: str, label: str) -> str:
        """Return what the sentence says about a value."""
        if name == "days":
            return days_words(whole(value) or 0)
        return super().words(name, value, label)
