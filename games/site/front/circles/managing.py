"""Changes of a circle: its links and settings, and what each member chooses."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from games.core.numbers import whole
from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.avatars import DRAWINGS
from games.people.accounts.names import TYPED_LENGTH
from games.people.circles import links as circle_links
from games.people.circles import membership
from games.people.circles.friends import end
from games.people.circles.models import Circle, CircleMember
from games.platform.language.formats import listed_zones
from games.platform.limits.rates import spend
from games.site.front.circles.views import head_of
from games.site.front.circles.visit import Visit, check_unlocked, for_members
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import page

ZONE_LENGTH = 64


class CircleForm(forms.Form):
    """What a circle is called, how it looks, and in which zone its nights begin and end."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        min_length=membership.MIN_NAME,
        max_length=membership.MAX_NAME,
        error_messages={"required": gettext_lazy("Please enter a name.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    emblem = forms.ChoiceField(label=gettext_lazy("Emblem"), choices=DRAWINGS.items, initial="dice")
    zone = forms.CharField(label=gettext_lazy("Time zone"), max_length=ZONE_LENGTH, required=False)
    maker = forms.CharField(
        label=gettext_lazy("Your name"),
        required=False,
        widget=forms.TextInput(
            {"autocomplete": "nickname", "maxlength": TYPED_LENGTH, "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, ask_parent: str = "", ask_name: bool = False, **more: Any):
        super().__init__(*args, **more)
        self.ask_parent = ask_parent
        if not ask_name:
            del self.fields["maker"]
        self.drawings = DRAWINGS
        self.zones = listed_zones()


@require_POST
@for_members
def links(request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit) -> HttpResponse:
    """Make a link (`days`, `asks`), or revoke one (`link`)."""
    check_unlocked(visit)
    spend("circle", place.player_id)
    link = request.POST.get("link")
    if link is not None:
        circle_links.revoke(circle, place, whole(link) or 0)
        messages.success(request, gettext("This link does not work any more."))
    else:
        days = request.POST.get("days", "")
        length = whole(days) or 0 if days else None
        circle_links.make_link(circle, place, days=length, asks="asks" in request.POST)
        messages.success(request, gettext("Here is your link. Send it to your people."))
    return redirect("circle-members", circle.code)


@require_http_methods(["GET", "HEAD", "POST"])
@for_members
def settings(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit
) -> HttpResponse:
    """Show the settings of a circle, and store those that owner and helpers change."""
    known = {"name": circle.name, "emblem": circle.emblem, "zone": circle.zone}
    form = CircleForm(request.POST or None, initial=known)
    status = 200
    if request.method == "POST":
        check_unlocked(visit)
        membership.check_manages(circle, place.player_id)
        status = 422
        if form.is_valid():
            try:
                spend("circle", place.player_id)
                data = form.cleaned_data
                zone = data["zone"] or circle.zone
                membership.describe(circle, place, data["name"], data["emblem"], zone)
                messages.success(request, gettext("Saved."))
                return redirect("circle-settings", circle.code)
            except REFUSALS as refused:
                status = show_in(form, refused)
    head = head_of(circle, place, visit)
    return page(request, "circles/settings.html", status, form=form, **head)


@require_POST
@for_members
def choices(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit
) -> HttpResponse:
    """Store what a member shows the others, and whether they are told of news."""
    spend("circle", place.player_id)
    membership.show_presence(circle.pk, place.player_id, shows="shows" in request.POST)
    membership.tell_news(circle.pk, place.player_id, told="told" in request.POST)
    messages.success(request, gettext("Saved."))
    return redirect("circle-settings", circle.code)


@require_POST
@for_members
def leave_circle(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit
) -> HttpResponse:
    if circle.pair:
        for other in circle.members.exclude(pk=place.pk):
            end(place.player_id, other.player_id)
    else:
        membership.leave(circle.pk, place.player_id)
    messages.success(request, gettext("You have left."))
    return redirect("circles")


@require_POST
@for_members
def archive_circle(
    request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit
) -> HttpResponse:
    """Archive a circle, or bring it back (`action`)."""
    spend("circle", place.player_id)
    action = request.POST.get("action", "")
    if action not in ("archive", "back"):
        raise Refused(ErrorCode.BAD_MESSAGE, gettext_noop("That is not possible now."))
    is_archived = action == "archive"
    membership.archive(circle, place, ends=is_archived)
    words = gettext("This circle is archived.") if is_archived else gettext("Saved.")
    messages.success(request, words)
    return redirect("circle", circle.code)


@require_POST
@for_members
def delete(request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit) -> HttpResponse:
    membership.delete_circle(circle, place)
    messages.success(request, gettext("The circle is deleted."))
    return redirect("circles")
