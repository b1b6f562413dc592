"""The page of a circle's news for other sites: its address, form and secret. For its owner."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.people.circles.membership import check_owns
from games.people.circles.models import Circle, CircleMember
from games.platform.encryption import DecryptionError
from games.platform.limits.rates import spend
from games.site.account.notifications.endpoints import MAX_ADDRESS_CHARS
from games.site.front.circles import hooks
from games.site.front.circles.models import CircleHook
from games.site.front.circles.views import head_of
from games.site.front.circles.visit import Visit, check_unlocked, for_members
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import page


class HookForm(forms.Form):
    """Where news are posted, and in which form."""

    address = forms.CharField(label=gettext_lazy("Address"), max_length=MAX_ADDRESS_CHARS)
    form = forms.ChoiceField(
        label=gettext_lazy("Form of the messages"),
        choices=[
            (CircleHook.Form.DISCORD.value, "Discord"),
            (CircleHook.Form.SLACK.value, "Slack"),
            (CircleHook.Form.JSON.value, "JSON"),
        ],
        widget=forms.RadioSelect,
    )


@sensitive_post_parameters("address")
@require_http_methods(["GET", "HEAD", "POST"])
@for_members
def news(request: HttpRequest, circle: Circle, place: CircleMember, visit: Visit) -> HttpResponse:
    """Show where a circle's news are posted, and change it: `action` is save, test, secret or
    remove.
    """
    check_unlocked(visit)
    check_owns(circle, place.player_id)
    hook = hooks.hook_of(circle)
    head = head_of(circle, place, visit)
    known = {} if hook is None else {"address": hook.address, "form": hook.form}
    form = HookForm(initial={"form": CircleHook.Form.DISCORD, **known})
    if request.method != "POST":
        return _show(request, head, hook, form)
    spend("circle", place.player_id)
    action = request.POST.get("action", "")
    if action in ACTIONS:
        act, said = ACTIONS[action]
        act(circle, place)
        messages.success(request, gettext(said))
        return redirect("circle-news", circle.code)
    form = HookForm(request.POST)
    if not form.is_valid():
        return _show(request, head, hook, form, 422)
    try:
        hooks.set_hook(circle, place, form.cleaned_data["address"], form.cleaned_data["form"])
    except REFUSALS as refused:
        return _show(request, head, hook, form, show_in(form, refused))
    messages.success(request, gettext("Saved."))
    return redirect("circle-news", circle.code)


Act = Callable[[Circle, CircleMember], None]
ACTIONS: dict[str, tuple[Act, Any]] = {
    "test": (hooks.ask_for_test, gettext_lazy("A message is on its way.")),
    "secret": (hooks.new_secret, gettext_lazy("There is a new secret. Tell the receiver.")),
    "remove": (hooks.remove_hook, gettext_lazy("Removed.")),
}


def _show(
    request: HttpRequest,
    head: dict[str, Any],
    hook: CircleHook | None,
    form: HookForm,
    status: int = 200,
) -> HttpResponse:
    last = None if hook is None else hook.messages.order_by("-created_at", "-pk").first()
    shown = {"secret": _secret(hook), "last": last, "problem": _problem(hook)}
    return page(request, "circles/news.html", status, **head, hook=hook, form=form, **shown)


def _secret(hook: CircleHook | None) -> str:
    """Return the secret; "" if its key is lost: a new secret helps."""
    if hook is None:
        return ""
    try:
        return hooks.secret_text(hook)
    except DecryptionError:
        return ""


def _problem(hook: CircleHook | None) -> str:
    """Return why the last message was not taken, in words; "" if it was."""
    if hook is None or not hook.last_error:
        return ""
    words = {
        "refused": gettext("This address is not on the public internet."),
        "silent": gettext("Nobody answers there."),
        "failed": gettext("That is our fault. We look into it."),
    }
    known = words.get(hook.last_error)
    return known or gettext("It answers with error %(code)s.") % {"code": hook.last_error}
