"""The page behind a link into a circle: who comes by it becomes a member, or asks to."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.people.accounts.models import User
from games.people.accounts.names import TYPED_LENGTH
from games.people.circles import links
from games.people.circles.models import CircleLink, CircleRequest
from games.people.circles.together import place_in
from games.platform.limits.rates import client_address, spend
from games.site.events.cards.parents import asked_of_parent, check_parent
from games.site.front.circles.visit import private
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import nameless_guest, new_guest, page, player_of
from games.site.shared.sharing.qr import qr_code


class ComeForm(forms.Form):
    """The name of a visitor who has none yet."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        required=False,
        widget=forms.TextInput({"maxlength": TYPED_LENGTH}),
    )


@sensitive_post_parameters("parent")
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, word: str) -> HttpResponse:
    """Show which circle a link leads to, and let the visitor in, or note that they ask. A visitor
    without a name becomes a guest first; with a family lock a grown-up agrees.
    """
    spend("circle-link", client_address(request))
    link = links.find_link(word)
    player = player_of(request)
    if player is not None and place_in(link.circle.pk, player.pk) is not None:
        return private(redirect("circle", link.circle.code))
    form = ComeForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _show(request, link, form, player, 200)
    form.is_valid()
    try:
        check_parent(request, request.POST.get("parent", ""))
        player = player or _visitor(request, str(form.data.get("name", "")).strip())
        spend("circle", player.pk)
        came = links.come(word, player)
    except REFUSALS as refused:
        return _show(request, link, form, player, show_in(form, refused))
    if came.is_member:
        messages.success(request, gettext("Welcome!"))
        return private(redirect("circle", came.circle.code))
    return private(redirect("join-circle", word))


def _visitor(request: HttpRequest, name: str) -> User:
    return new_guest(request, name) if name else nameless_guest(request)


def _show(
    request: HttpRequest, link: CircleLink, form: ComeForm, player: User | None, status: int
) -> HttpResponse:
    circle = link.circle
    waits = (
        player is not None and CircleRequest.objects.filter(circle=circle, player=player).exists()
    )
    return private(
        page(
            request,
            "circles/join.html",
            status,
            link=link,
            circle=circle,
            count=circle.members.count(),
            form=form,
            waits=waits,
            ask_name=player is None,
            ask_parent=asked_of_parent(request),
        )
    )


@require_safe
def join_qr(request: HttpRequest, word: str) -> HttpResponse:
    """Draw the address of a link that works."""
    spend("circle-link", client_address(request))
    link = links.find_link(word)
    address = request.build_absolute_uri(reverse("join-circle", args=[link.word]))
    return private(qr_code(address))
