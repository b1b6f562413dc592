"""The editor of house rules, and the page of each rule set."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.core.rules import (
    KNOWN_AS,
    MORE_GAMES,
    NAMED,
    VARIANTS,
    RulesError,
    Variant,
    base_of,
    find_variant,
)
from games.core.rules.house_rules import BASES
from games.core.solver import is_exact
from games.people.accounts.names import NameRefused
from games.platform.language import translated
from games.platform.language.addresses import page_address
from games.platform.limits.rates import client_address, spend
from games.record.solving.requests import Perfect, ask, perfect_play, why_not
from games.site.shared.pages.front_game import front_game
from games.site.shared.pages.refusals import answers_json
from games.site.shared.pages.shortcuts import nameless_guest, page, player_of
from games.site.study.house_rules import kept
from games.site.study.house_rules.form import RulesForm, fields_of, refusal_words
from games.site.study.house_rules.models import NAME_LENGTH
from games.site.study.house_rules.sentences import sentences
from games.site.study.learning.views import PART_OF_A_PAGE, lesson_texts

PRESETS = (
    *NAMED,
    "yahtzee+five-alike-full-house+joker-none",
    "yatzy+two-pairs-of-four",
    "yacht+bonus-35",
    "yatzy+rolls-2",
)
"""Rules to begin with."""
PART = "text/html;part=rules"
"""What the script of the editor accepts: static/js/house_rules/main.js."""


@require_safe
def editor(request: HttpRequest) -> HttpResponse:
    """Show the form, and what the chosen rules look like. `?from=TEXT`: begin with these rules,
    else with the visitor's first game.
    """
    sent = request.GET if "base" in request.GET else None
    asked = request.GET.get("from") or request.GET.get("base")
    begin = _find(asked or front_game(request).id)
    form = RulesForm(sent, initial=fields_of(begin) if base_of(begin.id) in BASES else {})
    rules = begin
    if form.is_bound and form.is_valid() and form.rules is not None:
        rules = form.rules
    if request.headers.get("Accept") != PART:
        return _editor(request, form, rules)
    context = {"form": form, "problem": form.problem, **_facts(request, rules)}
    answer = page(request, "house_rules/part.html", 422 if form.errors else 200, **context)
    patch_vary_headers(answer, ["Accept"])
    return answer


def _editor(
    request: HttpRequest, form: RulesForm, rules: Variant, typed: str = "", problem: str = ""
) -> HttpResponse:
    """Show the whole page. `typed`: a name for the rules, and `problem` why it is refused."""
    mine = kept.kept_by(request)
    problem = problem or form.problem
    answer = page(
        request,
        "house_rules/editor.html",
        422 if problem else 200,
        form=form,
        name=typed or next((called for called, each in mine if each is rules), ""),
        name_length=NAME_LENGTH,
        problem=problem,
        presets=[(each, " ".join(sentences(each))) for each in map(find_variant, PRESETS)],
        more_games=MORE_GAMES.values(),
        known_as=list(_other_names()),
        kept=mine,
        **_facts(request, rules),
    )
    patch_vary_headers(answer, ["Accept"])
    return answer


def _other_names() -> Iterator[tuple[str, Variant]]:
    """Yield names by which players may look for an official game that this page calls otherwise."""
    named = [*KNOWN_AS.values(), *((each.common_name, id_) for id_, each in VARIANTS.items())]
    for name, id_ in named:
        if name != VARIANTS[id_].name:
            yield name, VARIANTS[id_]


def _refuse(request: HttpRequest, rules: Variant, typed: str, problem: str) -> HttpResponse:
    return _editor(request, RulesForm(initial=fields_of(rules)), rules, typed, problem)


@require_safe
def rules_page(request: HttpRequest, text: str) -> HttpResponse:
    """Show rules in plain words, with every box. Other spellings are sent to the one text, and
    other names of a game to the game.
    """
    if text in KNOWN_AS:
        return redirect("rules-of", KNOWN_AS[text][1])
    try:
        rules = find_variant(text)
    except RulesError as refused:
        return page(request, "house_rules/unreadable.html", 404, reason=refusal_words(refused))
    if rules.id in VARIANTS or rules.id != text:
        return redirect(_address(request, rules), permanent=True)
    return _rules_page(request, rules)


def _rules_page(
    request: HttpRequest, rules: Variant, typed: str = "", problem: str = ""
) -> HttpResponse:
    return page(
        request,
        "house_rules/rules_page.html",
        422 if problem else 200,
        typed=typed,
        problem=problem,
        name_length=NAME_LENGTH,
        may_change="+" in rules.id,
        kept_as=[name for name, mine in kept.kept_by(request) if mine is rules],
        board=page_address(request, "analysis-of", rules.id) if is_exact(rules) else "",
        **_facts(request, rules),
    )


@require_safe
def boxes(request: HttpRequest, text: str) -> HttpResponse:
    rules = _find(text)
    switches = {name: request.GET[name] for name in rules.switch_choices if name in request.GET}
    if switches:
        rules = _find(text, switches)
    if request.headers.get("Accept") == PART_OF_A_PAGE:
        answer = page(request, "learning/boxes.html", lessons=lesson_texts(rules))
    else:
        answer = redirect(_address(request, rules))
    patch_vary_headers(answer, ["Accept"])
    return answer


# Exempt: it changes nothing of the visitor's, and pages for everybody have no token.
@answers_json
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def perfect(request: HttpRequest, text: str) -> HttpResponse:
    """Tell what perfect play scores, as JSON. POST asks for it, if nobody has."""
    rules = _find(text)
    known = perfect_play(rules)
    asked = known.state == "waiting" and request.method == "POST"
    if asked and not ask(rules, _asker(request)):
        return JsonResponse({"state": "later", "text": _why_not(request, rules)}, status=429)
    return JsonResponse({"state": known.state, "text": _words(known)})


@require_http_methods(["GET", "HEAD", "POST"])
def keep_rules(request: HttpRequest, text: str) -> HttpResponse:
    """Keep rules under a name, or forget those with the name `forget`. `play`, from the editor:
    keep them if they have a name, and go on to a table. GET, from a reload after a refusal, leads
    to their page.
    """
    rules = _find(text)
    if request.method != "POST":
        return redirect(_address(request, rules))
    typed, plays = request.POST.get("name", ""), "play" in request.POST
    me = player_of(request)
    if plays and not typed.strip():
        return redirect(_new_table(request, rules))
    if rules.id in VARIANTS:
        if plays and rules.id in BASES:
            return _refuse(request, rules, typed, gettext("Official games keep their names."))
        raise Http404("This is an official game.")
    if "forget" in request.POST:
        if me is not None:
            kept.forget(me, request.POST["forget"])
        return redirect("house-rules", rules.id)
    try:
        name = kept.checked_name(typed) if typed.strip() else rules.name
    except NameRefused as refused:
        if plays and base_of(rules.id) in BASES:
            return _refuse(request, rules, typed, translated(refused))
        return _rules_page(request, rules, typed, translated(refused))
    spend("room-address", client_address(request))
    kept.keep(me or nameless_guest(request), name, rules)
    return redirect(_new_table(request, rules))


def _asker(request: HttpRequest) -> int | None:
    me = player_of(request)
    return None if me is None else me.pk


def _why_not(request: HttpRequest, rules: Variant) -> str:
    """Return why these rules have no place in the solver's queue, and what that means."""
    why = why_not(rules, _asker(request))
    meanwhile = gettext("Until then bots think one turn ahead.")
    return f"{why} {meanwhile}" if why else ""


def _facts(request: HttpRequest, rules: Variant) -> dict[str, Any]:
    """Return what the card beside the editor, and the page of rules, show."""
    known = perfect_play(rules)
    why = _why_not(request, rules) if known.state == "waiting" else ""
    return {
        "rules": rules,
        "sentences": sentences(rules),
        "lessons": lesson_texts(rules),
        "perfect": (why or _words(known)) if rules.id not in VARIANTS else "",
        "address": _address(request, rules),
        "new_table": _new_table(request, rules),
        "bonus": rules.upper_bonus,
    }


def _address(request: HttpRequest, rules: Variant) -> str:
    # Official games have pages of their own.
    route = "rules-of" if rules.id in VARIANTS else "house-rules"
    return page_address(request, route, rules.id)


def _new_table(request: HttpRequest, rules: Variant) -> str:
    query = {"variant": rules.id, **rules.switches}
    return f"{page_address(request, 'new-room')}?{urlencode(query)}"


def _words(known: Perfect) -> str:
    match known.state:
        case "solved" if known.expected is not None:
            score = number_format(known.expected, 2)
            return gettext("Perfect play scores %(score)s on average.") % {"score": score}
        case "waiting":
            return gettext(
                "Perfect play is being worked out in about a minute. Until then bots think one "
                "turn ahead."
            )
        case "failed":
            return gettext("Perfect play could not be worked out.")
        case _:
            return gettext(
                "Perfect play is too much to compute for these rules: bots think one turn ahead, "
                "and there are no hints."
            )


def _find(text: str, switches: Mapping[str, str] = {}) -> Variant:
    """Return the rules with this text. Raises Http404 with the reason."""
    try:
        return find_variant(text, **switches)
    except RulesError as refused:
        raise Http404(refusal_words(refused)) from refused
