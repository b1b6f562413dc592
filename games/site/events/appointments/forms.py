"""The form for an appointment: that of a table, with whom it is for and when."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from games.core.engine import is_long
from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.people.circles.together import company_of
from games.platform.language.formats import find_zone
from games.site.events.appointments.models import Appointment
from games.site.events.appointments.planning import MAX_TITLE, Plan
from games.site.events.tournaments.private import SEATS
from games.site.events.tournaments.scheduling import LENGTHS
from games.site.shared.pages.front_game import Offer
from games.site.shared.table_form.forms import WHEN, Conditions, TableForm

ARENA_CLOCK = 30
"""Seconds a turn of an arena, unless its host chooses others."""
TABLE, ARENA = Appointment.Kind.TABLE.value, Appointment.Kind.ARENA.value


class AppointmentForm(TableForm):
    """What opens, for whom, and when. `host`: None for a visitor. Without `may_choose` the circle
    stays as it is.
    """

    WITHOUT = ("who", "bot", "players", "public", "rated")
    MORE: ClassVar[tuple[str, ...]] = (
        "mode",
        "same",
        "clock",
        "seats",
        "minutes",
        *(
            name
            for name in TableForm.MORE
            if name not in {"mode", "same", "clock", "seats", "circle"}
        ),
    )
    NO_CIRCLE: ClassVar[Any] = gettext_lazy("Anyone with the link")
    WHEN: ClassVar[Conditions] = {
        **WHEN,
        "mode": {"kind": (TABLE,)},
        "minutes": {"kind": (ARENA,)},
        "same": {"mode": ("rounds",)},
    }

    kind = forms.ChoiceField(
        label=gettext_lazy("What opens"),
        choices=[
            (TABLE, gettext_lazy("One table")),
            (ARENA, gettext_lazy("A tournament")),
        ],
        initial=TABLE,
    )
    title = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=MAX_TITLE,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    day = forms.DateField(
        label=gettext_lazy("Day"),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": gettext_lazy("Please choose a day.")},
    )
    at = forms.TimeField(
        label=gettext_lazy("Time"),
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        error_messages={"invalid": gettext_lazy("Please choose a time.")},
    )
    zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=64,
        widget=forms.TextInput(
            {"list": "zones", "autocomplete": "off", "spellcheck": "false", "data-zone": ""}
        ),
    )
    weekly = forms.BooleanField(label=gettext_lazy("Every week"))
    circle = forms.ChoiceField(label=gettext_lazy("For"))
    minutes = forms.TypedChoiceField(
        label=gettext_lazy("It lasts"),
        choices=lambda: [(n, gettext("%(count)s minutes") % {"count": n}) for n in LENGTHS],
        coerce=int,
        initial=45,
    )

    def __init__(
        self, offer: Offer, *args: Any, host: User | None, may_choose: bool = True, **kwargs: Any
    ) -> None:
        circles = company_of(host).circles if may_choose and host is not None else []
        super().__init__(offer, *args, who="friends", circles=circles, **kwargs)
        if circles and host is not None and host.locked:
            self.fields["circle"].choices = circles  # type: ignore[attr-defined]

    def clean_zone(self) -> str:
        """Accept the name of a zone, or of the place that it is named after."""
        typed: str = self.cleaned_data["zone"]
        zone = find_zone(typed or "UTC")
        if zone is None:
            raise ValidationError(gettext("There is no such time zone. Try a large city."))
        return zone

    def clean(self) -> dict[str, Any]:
        """Give an arena a clock, and check what it needs."""
        data = super().clean()
        for name, words in (
            ("day", gettext("Please choose a day.")),
            ("at", gettext("Please choose a time.")),
        ):
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, words)
        data["kind"] = data.get("kind") or TABLE
        data["minutes"] = data.get("minutes") or self._first("minutes")
        if data["kind"] == ARENA:
            data["clock"] = data.get("clock") or ARENA_CLOCK
            data["mode"] = "turns"
            if is_long(data["clock"]):
                self.add_error("clock", gettext("A tournament needs a short time per turn."))
            if data.get("seats") not in SEATS:
                self.add_error("seats", gettext("A tournament has 2 to 4 players at a table."))
            data["dice"] = "own"
        return data

    def words(self, name: str, value: str, label: str) -> str:
        """Return what the sentence says about a value."""
        if name == "minutes":
            return gettext("lasts %(time)s") % {"time": label}
        return super().words(name, value, label)

    def plan(self, circle: Circle | None) -> Plan:
        data = self.cleaned_data
        fields = set(Plan._fields) - {"circle"}
        return Plan(**{name: data[name] for name in fields}, circle=circle)
