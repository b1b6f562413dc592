"""The page where somebody from the operator's list chooses the password of their account."""

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games.people.accounts.models import User
from games.people.accounts.site_rules import check_passwords
from games.platform.limits.rates import LimitedError, client_address, spend
from games.site.account.membership.forms import password_field
from games.site.account.membership.invited_people import find_account_of, take
from games.site.account.membership.signing_in import complete
from games.site.shared.pages.refusals import show_in
from games.site.shared.pages.shortcuts import page, player_of
from games.tables.rooms.player_changes import StillPlaying


class WelcomeForm(forms.Form):
    """The first password of an account."""

    new = password_field(gettext_lazy("Choose a password"), new=True)

    def __init__(self, account: User, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type] # the data, if there is any
        self.account = account

    def clean_new(self) -> str:
        """Validate the password."""
        new: str = self.cleaned_data["new"]
        validate_password(new, self.account)
        return new


@never_cache
@sensitive_post_parameters("new")
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Let the owner of an account that waits choose a password, which signs them in. A guest takes
    along what they have played.
    """
    check_passwords()
    account = find_account_of(token)
    if account is None:
        return page(request, "membership/welcome.html", 422)
    form = WelcomeForm(account, *((request.POST,) if request.method == "POST" else ()))
    status = 200
    if request.method == "POST":
        status = 422
        try:
            spend("sign-in-address", client_address(request))
            if form.is_valid():
                return _enter(request, account, form.cleaned_data["new"])
        except LimitedError as limited:
            status = show_in(form, limited)
        except StillPlaying:
            return page(request, "providers/playing.html", 409)
    return page(request, "membership/welcome.html", status, form=form, account=account)


def _enter(request: HttpRequest, account: User, password: str) -> HttpResponse:
    if not take(account, password):
        return page(request, "membership/welcome.html", 422)
    return complete(request, player_of(request), account, "")
