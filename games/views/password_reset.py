"""Password reset by email: Django's views with our templates and a rate limit."""

from typing import Any

from django.contrib.auth import views
from django.contrib.auth.forms import PasswordResetForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy

from games.live import Hubs, tell_hubs
from games.rate_limits import LimitedError, client_address, spend
from games.server.site_url import site_url
from games.views.shortcuts import page


class ResetView(views.PasswordResetView):
    """Request a reset email. The answer does not reveal whether the address is known."""

    template_name = "accounts/password_reset/request.html"
    email_template_name = "accounts/password_reset/email.txt"
    subject_template_name = "accounts/password_reset/subject.txt"
    success_url = reverse_lazy("password-reset-done")
    form_class = PasswordResetForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Send the email, within the rate limit."""
        try:
            spend("reset", client_address(request))
        except LimitedError as limited:
            return page(request, "shared/rate_limited.html", 429, message=limited.message)
        self.extra_email_context = {"site_url": site_url()}
        return super().post(request, *args, **kwargs)


class ResetDoneView(views.PasswordResetDoneView):
    """Confirm that the email was sent."""

    template_name = "accounts/password_reset/sent.html"


class ResetConfirmView(views.PasswordResetConfirmView):
    """Choose a new password. The emailed link leads here."""

    template_name = "accounts/password_reset/choose.html"
    success_url = reverse_lazy("password-reset-complete")

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password, and close the sockets of older sessions."""
        answer = super().form_valid(form)
        tell_hubs(Hubs.sessions_ended)
        return answer


class ResetCompleteView(views.PasswordResetCompleteView):
    """Confirm that the password was changed."""

    template_name = "accounts/password_reset/done.html"
