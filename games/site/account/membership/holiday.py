"""What the settings show about holidays, and their form."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.people.accounts.models import User
from games.people.accounts.site_rules import allows_long_clocks
from games.platform.clock import utc_now
from games.tables.rooms import holidays


def _day(label: Any) -> forms.DateField:
    wrong = gettext_lazy("Please choose a day.")
    return forms.DateField(
        label=label,
        error_messages={"required": wrong, "invalid": wrong},
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )


class HolidayForm(forms.Form):
    """The first and the last day."""

    first = _day(gettext_lazy("First day"))
    last = _day(gettext_lazy("Last day"))


def about_holidays(player: User) -> dict[str, Any]:
    """Return what the settings show about holidays; {} where there are no games for them."""
    mine = holidays.holidays_of(player)
    if not mine and not allows_long_clocks():
        return {}
    left = holidays.days_left(player, utc_now().year)
    return {"holidays": mine, "days_left": left, "holiday_form": HolidayForm(auto_id="holiday_%s")}
