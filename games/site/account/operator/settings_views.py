"""The pages of the site's settings, one for each question, for superusers; and the logo."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from games.people.accounts.models import User
from games.platform.limits.rates import LimitedError, spend
from games.platform.site_settings import current
from games.platform.site_settings.current import Chosen
from games.site.account.desk import audit
from games.site.account.factors.gate import ask_for_factor, has_passed
from games.site.account.operator.forms import (
    Answers,
    LanguageForm,
    LegalForm,
    MailForm,
    NameForm,
    WhoForm,
)
from games.site.account.operator.questions import BY_ID, QUESTIONS, Question, after, fixed_by
from games.site.account.operator.trying import Answer, send_test
from games.site.shared.pages.shortcuts import me, page

YEAR = 365 * 24 * 3600
FORMS: dict[str, type[Any]] = {
    "name": NameForm,
    "language": LanguageForm,
    "who": WhoForm,
    "mail": MailForm,
    "legal": LegalForm,
}


def for_operators(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let only superusers who have shown a second factor open a page; for others there is none."""

    @wraps(view)
    def checked(request: HttpRequest, *args: object, **names: object) -> HttpResponse:
        player = request.user
        if not isinstance(player, User) or not (player.is_active and player.is_superuser):
            raise Http404
        if not has_passed(request):
            return ask_for_factor(request)
        return view(request, *args, **names)

    return checked


@never_cache
@for_operators
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def site_settings(request: HttpRequest, question: str) -> HttpResponse:
    """Ask one of the five questions, and store the answer."""
    asked = BY_ID.get(question)
    if asked is None:
        raise Http404
    answer: Answer | None = None
    status = 200
    if request.method != "POST":
        form = _form(request, asked, current.read())
    else:
        form = _store(request, asked)
        status = 422
        if form.is_valid():
            if request.POST.get("do") != "try":
                return _go_on(request, asked)
            answer, status = _try(request, form)
    return page(
        request,
        f"operator/{asked.id}.html",
        status,
        form=form,
        question=asked,
        questions=QUESTIONS,
        number=QUESTIONS.index(asked) + 1,
        next_question=after(asked),
        fixed=fixed_by(asked),
        answer=answer,
    )


def _store(request: HttpRequest, asked: Question) -> Answers:
    """Store the answers, if they are valid. Return the form."""
    with current.changing() as chosen:
        form = _form(request, asked, chosen)
        if form.is_valid():
            form.store()
            form.show_stored(FORMS[asked.id].initial_of(current.read()))
            audit.note("site settings", me(request).pk, question=asked.id)
    return form


def _form(request: HttpRequest, asked: Question, chosen: Chosen) -> Answers:
    kind = FORMS[asked.id]
    initial = kind.initial_of(chosen)
    options = {}
    if kind is MailForm:
        options["before"] = chosen
        initial["to"] = me(request).email
    found: Answers = kind(request.POST or None, request.FILES or None, initial=initial, **options)
    return found


def _go_on(request: HttpRequest, asked: Question) -> HttpResponse:
    """Lead to the next question; from the last one, home."""
    following = after(asked)
    messages.success(request, gettext("Saved."))
    if following is None:
        return redirect("home")
    return redirect("site-settings", following.id)


def _try(request: HttpRequest, form: Answers) -> tuple[Answer | None, int]:
    """Send a test mail with what was just stored. Return what became of it, and the status."""
    address = form.cleaned_data.get("to")
    if not address:
        form.add_error("to", gettext("To which address?"))
        return None, 422
    try:
        spend("test-mail", me(request).pk)
    except LimitedError as limited:
        return Answer(False, limited.message), 429
    return send_test(address), 200


@require_safe
def logo(request: HttpRequest, digest: str) -> HttpResponse:
    """Return the operator's logo. Its address changes with it, so everybody may keep it."""
    found = current.find_logo(digest)
    if found is None:
        raise Http404
    answer = HttpResponse(found, content_type="image/png")
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    return answer
