"""Password reset by email: Django's views with our templates and a rate limit."""

from typing import Any

from django.contrib.auth import views
from django.contrib.auth.forms import PasswordResetForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.site_rules import check_passwords
from games.platform.limits.rates import LimitedError, client_address, spend
from games.site.account.membership.mail import ask_for_reset
from games.site.account.membership.signing_in import remember
from games.site.account.notifications.choices import confirm_address
from games.site.account.notifications.subscriptions import forget_browsers
from games.site.shared.pages.shortcuts import page
from games.tables.live.registry import Hubs, tell_hubs

ENOUGH = gettext_noop("Several mails went to this address within the last hour. Look in spam, too.")


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Request a reset email. Neither the answer nor its time reveals whether the address is known,
    because the worker looks it up.
    """
    check_passwords()
    form = PasswordResetForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        spend("reset", client_address(request))
        if form.is_valid():
            try:
                # Unknown addresses count, too, so that the limit reveals nothing.
                spend("reset-address", form.cleaned_data["email"].casefold())
            except LimitedError as limited:
                # The owner of the address has these mails, even if others asked for them.
                raise Refused(ErrorCode.RATE_LIMITED, ENOUGH) from limited
            ask_for_reset(form.cleaned_data["email"])
            return redirect("password-reset-done")
        status = 422
    return page(request, "membership/password_reset/request.html", status, form=form)


class ResetDoneView(views.PasswordResetDoneView):
    """Confirm that the email was sent."""

    template_name = "membership/password_reset/sent.html"


class ResetConfirmView(views.PasswordResetConfirmView):
    """Choose a new password. The emailed link leads here."""

    template_name = "membership/password_reset/choose.html"
    success_url = reverse_lazy("password-reset-complete")

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show the form, or refuse it where nobody has a password. Raises NameRefused."""
        check_passwords()
        return super().dispatch(*args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password, close the sockets of older sessions, and stop notifications to their
        devices.
        """
        answer = super().form_valid(form)
        # The owner of the address may then sign in here even while others guess the password.
        remember(self.request, answer, form.user)
        # Only who reads the address's mail has the link.
        confirm_address(form.user.pk, form.user.email)
        forget_browsers(form.user.pk)
        tell_hubs(Hubs.people_changed)
        return answer


class ResetCompleteView(views.PasswordResetCompleteView):
    """Confirm that the password was changed."""

    template_name = "membership/password_reset/done.html"
