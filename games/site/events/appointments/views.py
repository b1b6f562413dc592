"""The page of an appointment, its calendar file, and the forms to make and change one."""

from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.engine import CLOCK_NAMES
from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import find_variant
from games.people.accounts.models import User
from games.people.circles.membership import find_circle
from games.people.circles.models import Circle
from games.people.conduct.contact import OPEN, Contact, locked_contact, read_contact
from games.people.family.device import is_locked_for
from games.platform.clock import utc_now
from games.platform.language.formats import listed_zones
from games.platform.limits.rates import client_address, spend
from games.platform.server.site_url import site_url
from games.site.events.appointments import answers, lists, planning
from games.site.events.appointments.access import find_for
from games.site.events.appointments.calendar_file import CONTENT_TYPE, calendar_text
from games.site.events.appointments.forms import AppointmentForm
from games.site.events.appointments.models import Appointment
from games.site.shared.pages.front_game import offered_games
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import nameless_guest, new_guest, page, player_of
from games.site.shared.sharing.head import absolute
from games.site.shared.table_form.forms import asked_rules
from games.site.study.house_rules.kept import kept_by


def _find(request: HttpRequest, code: str) -> Appointment:
    """Return the appointment. Raises Http404, also if it is not for the one who asks."""
    found = find_for(code, player_of(request), locked=is_locked_for(request))
    if found is None:
        raise Http404("There is no such appointment.")
    return found


def _private(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    return answer


@require_safe
def appointment(request: HttpRequest, code: str) -> HttpResponse:
    """Show an appointment: when it is, who comes, and where it leads once it is open."""
    found = _find(request, code)
    player, now = player_of(request), utc_now()
    rules = find_variant(found.variant, **found.switches)
    is_host = player is not None and player.pk == found.host_id
    contact = _contact(request, player)
    # With a family lock, no words of people outside of the family.
    names_host = contact.names(found.host_id)
    title = found.shown_title if names_host else rules.name
    answer = page(
        request,
        "appointments/appointment.html",
        appointment=found,
        rules=rules,
        rules_page=reverse("house-rules", args=[rules.id]),
        clock=gettext(next(name for clock, name in CLOCK_NAMES.items() if clock == found.clock)),
        title=title,
        names_host=names_host,
        guests=answers.read_guests(found, contact),
        mine=answers.answer_of(found, player),
        is_host=is_host,
        is_open=found.opened_at is not None and _leads_to(found) is not None,
        is_ahead=found.opened_at is None and found.cancelled_at is None,
        leads_to=_leads_to(found),
        opens_at=found.starts_at - planning.OPENS_BEFORE,
        now=now,
        link=absolute(request, request.path),
        share_text=title,
    )
    return _private(answer)


def _leads_to(found: Appointment) -> str | None:
    if found.tournament is not None:
        return reverse("tournament", args=[found.tournament.code])
    return None if found.room is None else reverse("room", args=[found.room.code])


def _contact(request: HttpRequest, player: User | None) -> Contact:
    contact = OPEN if player is None else read_contact(player)
    if not is_locked_for(request):
        return contact
    return locked_contact(contact, None if player is None else player.pk)


@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """Return the appointment as a file for calendars."""
    found = _find(request, code)
    host = urlsplit(site_url()).hostname or "localhost"
    link = absolute(request, reverse("appointment", args=[found.code]))
    answer = HttpResponse(calendar_text(found, link, host), content_type=CONTENT_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="{found.code}.ics"'
    return _private(answer)


@require_POST
def answer_appointment(request: HttpRequest, code: str) -> HttpResponse:
    """Note whether the visitor comes."""
    found = _find(request, code)
    player = player_of(request) or nameless_guest(request)
    answers.give(found, player, request.POST.get("comes") == "yes")
    return redirect("appointment", found.code)


@require_POST
def call_off_appointment(request: HttpRequest, code: str) -> HttpResponse:
    """Call it off, for its host."""
    found = _find(request, code)
    planning.call_off(found, _host(request))
    messages.success(request, gettext("Those who wanted to come are told."))
    return redirect("appointment", found.code)


@require_http_methods(["GET", "HEAD", "POST"])
def new_appointment(request: HttpRequest) -> HttpResponse:
    """Show the form (`?circle=` for whom, `?kind=arena` for a tournament), and make one."""
    player = player_of(request)
    initial = {
        **asked_rules(request.GET),
        "zone": player.time_zone if player is not None else "",
        "circle": request.GET.get("circle", ""),
        "kind": "arena" if request.GET.get("kind") == "arena" else "table",
    }
    form = _form(request, player, initial=initial, ask_name=player is None)
    status = 200
    if form.is_bound and form.is_valid():
        try:
            spend("room-address", client_address(request))
            host = player or _visitor(request, form.cleaned_data["name"])
            spend("appointment", host.pk)
            made = planning.make(host, form.plan(_circle(request, form, host)))
            return redirect("appointment", made.code)
        except REFUSALS as refused:
            status = show_in(form, refused)
    elif form.is_bound:
        status = 422
    mine = [] if player is None else lists.of_player(player, _contact(request, player))
    return _private(
        page(request, "appointments/new.html", status, form=form, mine=mine, zones=listed_zones())
    )


@require_http_methods(["GET", "HEAD", "POST"])
def change_appointment(request: HttpRequest, code: str) -> HttpResponse:
    """Change it, for its host."""
    found = _find(request, code)
    host = _host(request)
    if found.host_id != host.pk:
        raise Http404("There is no such appointment.")
    form = _form(request, host, may_choose=False, initial=_initial(found))
    status = 200
    if form.is_bound and form.is_valid():
        try:
            planning.change(found, host, form.plan(None))
            return redirect("appointment", found.code)
        except REFUSALS as refused:
            status = show_in(form, refused)
    elif form.is_bound:
        status = 422
    return _private(
        page(
            request,
            "appointments/new.html",
            status,
            form=form,
            appointment=found,
            zones=listed_zones(),
        )
    )


def _form(request: HttpRequest, host: User | None, **options: Any) -> AppointmentForm:
    offer = offered_games(request, kept_by(request))
    return AppointmentForm(offer, request.POST or None, host=host, **options)


def _visitor(request: HttpRequest, name: str) -> User:
    return new_guest(request, name) if name else nameless_guest(request)


def _host(request: HttpRequest) -> User:
    player = player_of(request)
    if player is None:
        raise Http404("There is no such appointment.")
    return player


def _circle(request: HttpRequest, form: AppointmentForm, host: User) -> Circle | None:
    """Return the circle that was chosen. Raises Refused if it is not the host's, or if none is
    chosen while a family lock is on.
    """
    code = form.cleaned_data.get("circle")
    if not code and is_locked_for(request):
        raise Refused(ErrorCode.FORBIDDEN, "With the family lock, choose one of your circles.")
    return find_circle(code, host.pk)[0] if code else None


def _initial(found: Appointment) -> dict[str, Any]:
    local = found.starts_at.astimezone(ZoneInfo(found.zone))
    names = ("kind", "title", "variant", "clock", "mode", "seats", "minutes", "zone", "weekly")
    return {
        **{name: getattr(found, name) for name in names},
        **found.switches,
        "clock": "" if found.clock is None else found.clock,
        "same": found.dice == "same",
        "minutes": found.minutes or None,
        "day": local.date(),
        "at": local.time(),
    }
