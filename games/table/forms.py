"""The form for a new table."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from games.engine import CLOCK_NAMES, Clock
from games.membership.forms import NameField
from games.rooms.opening import max_seats
from games.rules import VARIANTS, Variant

SEATS = range(1, max_seats("rounds", rated=False) + 1)
"""The numbers of seats that the form offers. More than `rooms.opening.MAX_SEATS` need rounds."""
ROUND_CLOCK: Clock = 60
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
        rounds = data.get("mode") == "rounds"
        if rounds and data["clock"] is None:
            # "No clock" is what the form begins with, and a round needs one.
            data["clock"] = ROUND_CLOCK
        data["dice"] = "same" if rounds and data.get("same") else "own"
        most = max_seats("rounds" if rounds else "turns", bool(data.get("rated")))
        if data["seats"] > most and rounds:
            self.add_error("seats", gettext("Rated games have at most 8 seats."))
        elif data["seats"] > most:
            self.add_error("seats", gettext("More than 8 players can only play all at once."))


def find_variant_or_first(variant_id: str | None) -> Variant:
    """Return the variant with this id and default switches, or else the first variant."""
    return VARIANTS.get(variant_id or "") or next(iter(VARIANTS.values()))
