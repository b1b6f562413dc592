"""The form for a new tournament: that of a table, with when it is and how long."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.core.engine import CLOCK_NAMES, is_long
from games.core.numbers import whole
from games.site.events.tournaments import scheduling
from games.site.shared.pages.front_game import Offer
from games.site.shared.table_form.forms import Conditions, TableForm, players_words

CLOCKS = [clock for clock in CLOCK_NAMES if clock is not None and not is_long(clock)]


def _minutes(count: int) -> str:
    return gettext("%(count)s minutes") % {"count": count}


class NewTournamentForm(TableForm):
    """The settings of a new tournament."""

    WITHOUT = ("who", "bot", "mode", "players", "public")
    MAY_HAVE_HOUSE_RULES = False
    MORE = ("seats", "clock", "delay", "length", "same", "rated")
    WHEN: ClassVar[Conditions] = {}

    name = forms.CharField(
        label=gettext_lazy("Name"),
        min_length=scheduling.MIN_NAME,
        max_length=scheduling.MAX_NAME,
        error_messages={"required": gettext_lazy("Please enter a name.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Players at a table"),
        choices=[(n, str(n)) for n in (2, 3, 4)],
        coerce=int,
        initial=2,
    )
    clock = forms.TypedChoiceField(
        label=gettext_lazy("Time per turn"),
        choices=lambda: [(clock, gettext(CLOCK_NAMES[clock])) for clock in CLOCKS],
        coerce=int,
    )
    length = forms.TypedChoiceField(
        label=gettext_lazy("It lasts"),
        choices=lambda: [(n, _minutes(n)) for n in scheduling.LENGTHS],
        coerce=int,
        initial=45,
    )
    delay = forms.TypedChoiceField(
        label=gettext_lazy("It starts in"),
        choices=lambda: [(n, _minutes(n)) for n in scheduling.DELAYS],
        coerce=int,
        initial=5,
    )

    def __init__(self, offer: Offer, *args: Any, **kwargs: Any) -> None:
        super().__init__(offer, *args, initial={"clock": 30}, **kwargs)
        self.fields["name"].required = True

    def words(self, name: str, value: str, label: str) -> str:
        if name == "seats":
            return players_words(whole(value) or 0)
        if name == "delay":
            return gettext("starts in %(time)s") % {"time": label}
        if name == "length":
            return gettext("lasts %(time)s") % {"time": label}
        return super().words(name, value, label)

    def plan(self) -> scheduling.Plan:
        return scheduling.Plan(
            **{field: self.cleaned_data[field] for field in scheduling.Plan._fields}
        )
