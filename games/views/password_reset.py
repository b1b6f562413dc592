"""A new password by mail: Django's views with our pages, and a limit."""

from typing import Any

from django.contrib.auth import views
from django.contrib.auth.forms import PasswordResetForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy

from games.live import Hubs, tell_hubs
from games.rate_limits import LimitedError, client_address, spend
from games.views.shortcuts import page


class ResetView(views.PasswordResetView):
    """Ask for a mail. The answer is the same whether we know the address or not."""

    template_name = "accounts/password_reset/request.html"
    email_template_name = "accounts/password_reset/email.txt"
    subject_template_name = "accounts/password_reset/subject.txt"
    success_url = reverse_lazy("password-reset-done")
    form_class = PasswordResetForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Send the mail, unless this address has asked for too many."""
        try:
            spend("reset", client_address(request))
        except LimitedError as limited:
            return page(request, "shared/rate_limited.html", 429, message=limited.message)
        return super().post(request, *args, **kwargs)


class ResetDoneView(views.PasswordResetDoneView):
    """Say that the mail is on its way."""

    template_name = "accounts/password_reset/sent.html"


class ResetConfirmView(views.PasswordResetConfirmView):
    """The page behind the link of the mail: choose a new password."""

    template_name = "accounts/password_reset/choose.html"
    success_url = reverse_lazy("password-reset-complete")

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password, and close the sockets of whoever signed in with the old one."""
        answer = super().form_valid(form)
        tell_hubs(Hubs.sessions_ended)
        return answer


class ResetCompleteView(views.PasswordResetCompleteView):
    """Say that the new password counts."""

    template_name = "accounts/password_reset/done.html"
