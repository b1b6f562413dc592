"""The holidays of a player, in the settings: in games with days a turn, no turn ends meanwhile."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.core.numbers import whole
from games.platform.limits.rates import spend
from games.site.account.membership.holiday import HolidayForm, about_holidays
from games.site.account.membership.views.account import saved, show
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import me
from games.tables.rooms import holidays


@login_required
@require_POST
def choose_holiday(request: HttpRequest) -> HttpResponse:
    """Choose a holiday, or give one up (`end`: its number)."""
    player = me(request)
    if not about_holidays(player):
        raise Http404("The settings have no holidays.")
    form = HolidayForm(request.POST, auto_id="holiday_%s")
    end = whole(request.POST.get("end", ""))
    status = 422
    try:
        spend("settings", player.pk)
        if end is not None:
            holidays.give_up(player, end)
            return saved(request, gettext("Saved."))
        if form.is_valid():
            holidays.choose(player, form.cleaned_data["first"], form.cleaned_data["last"])
            return saved(request, gettext("Saved."))
    except REFUSALS as refused:
        status = show_in(form, refused)
    return show(request, status, holiday_form=form)
