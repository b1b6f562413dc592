"""Tables for players who share a device, and links with which one of them takes their seat over."""

from functools import partial
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.core.protocol.errors import Refused
from games.core.rules import Variant
from games.people.accounts.folding import fold
from games.people.accounts.models import User
from games.people.accounts.names import TYPED_LENGTH, NameRefused, check_free, clean_name
from games.people.family.device import is_locked_for
from games.platform.language import translated
from games.platform.limits.rates import client_address, spend
from games.site.shared.pages.front_game import offered_games
from games.site.shared.pages.invitations import note_invited
from games.site.shared.pages.refusals import REFUSALS, show_in
from games.site.shared.pages.shortcuts import nameless_guest, new_guest, page, player_of
from games.site.shared.sharing.qr import qr_code
from games.site.shared.table_form.forms import RulesField
from games.site.study.house_rules.kept import kept_by
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.rooms import local_seats
from games.tables.rooms.local_seats import MOST_ON_A_DEVICE
from games.tables.rooms.models import Room, Seat


class DeviceForm(forms.Form):
    """The game, and the names of those who play. `names`: the cleaned names, in order."""

    use_required_attribute = False
    variant = RulesField()

    def __init__(self, games: list[tuple[str, Variant]], me: User | None, *args: Any) -> None:
        super().__init__(*args)
        self.games = games
        self.me = me
        self.names: list[str] = []

    @property
    def chosen(self) -> str:
        return str(self["variant"].value() or self.games[0][1].id)

    @property
    def typed(self) -> list[tuple[int, str]]:
        """The fields for names: number and text, some of them empty. The first is the visitor's,
        unless the site knows their name.
        """
        sent = self.data.getlist("player") if self.is_bound else []  # type: ignore[attr-defined]
        known = 0 if self.me is None else 1
        texts = [*sent, *[""] * MOST_ON_A_DEVICE][: MOST_ON_A_DEVICE - known]
        return [(number, text[:TYPED_LENGTH]) for number, text in enumerate(texts, 1 + known)]

    def clean(self) -> dict[str, Any]:
        """Check the names: at least two players, each named once, and nobody as an account is. A
        free name replaces one that is taken.
        """
        data: dict[str, Any] = super().clean() or {}
        for number, (_, text) in enumerate(self.typed):
            try:
                if text.strip():
                    self.names.append(clean_name(text))
                    check_free(self.names[-1])
            except NameRefused as refused:
                self.add_error(None, translated(refused))
                self._replace(number, refused.free)
                return data
        everybody = [*self.names, *([self.me.name] if self.me else ())]
        if len(everybody) < 2:
            self.add_error(None, gettext("Please enter at least two players."))
        elif len({fold(name) for name in everybody}) < len(everybody):
            self.add_error(None, gettext("Two players have the same name."))
        return data

    def _replace(self, number: int, free: str | None) -> None:
        if free is not None:
            texts = [text for _, text in self.typed]
            texts[number] = free
            self.data = self.data.copy()  # type: ignore[attr-defined]
            self.data.setlist("player", texts)  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    me = player_of(request)
    offer = offered_games(request, kept_by(request))
    games = [*((game.name, game) for game in (*offer.first, *offer.more)), *offer.kept]
    data = request.POST if request.method == "POST" else None
    form = DeviceForm(games, me, data)
    status = 200
    if form.is_bound:
        status = 422
        if form.is_valid():
            try:
                return redirect("room", _open(request, form).code)
            except REFUSALS as refused:
                status = show_in(form, refused)
    return page(request, "table/device.html", status, form=form, name_length=TYPED_LENGTH)


def _open(request: HttpRequest, form: DeviceForm) -> Room:
    """Open the table of a valid form. Raises LimitedError, Refused and NameRefused."""
    address = client_address(request)
    spend("room-address", address)
    host, names = player_of(request), form.names
    if host is None:
        host, names = new_guest(request, names[0]), names[1:]
    spend("room", host.pk)
    for _ in names:
        spend("local-player", host.pk)
        spend("local-player-address", address)
    rules = form.cleaned_data["variant"] or form.games[0][1]
    return local_seats.open_table(host, rules.id, rules.switches, names)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim_seat(request: HttpRequest, code: str, word: str) -> HttpResponse:
    """Ask the person who opened a link to a seat whether they take it over, and hand it over."""
    seat = local_seats.find_offered(code, word)
    if seat is None or seat.player is None:
        return page(request, "table/claim.html", 404, code=code, name=None)
    problem = ""
    if request.method == "POST":
        me = player_of(request)
        if me is None:
            if _is_hosted_by_account(seat):
                note_invited(request)
            me = nameless_guest(request)
        try:
            local_seats.claim(seat.room_id, word, me.pk, client_address(request))
        except Refused as refused:
            problem = translated(refused)
        else:
            tell_hubs(partial(Hubs.room_changed, room_id=seat.room_id))
            return redirect("room", code)
    status = 409 if problem else 200
    # Somebody with a family lock reads no names of strangers.
    name = "" if is_locked_for(request) else seat.player.name
    return page(request, "table/claim.html", status, code=code, name=name, problem=problem)


def _is_hosted_by_account(seat: Seat) -> bool:
    """Whether a link to this seat invites to the site, as one to the table does."""
    host = seat.room.host
    return host is not None and not host.is_guest and host.is_active


@never_cache
@require_safe
def claim_qr(request: HttpRequest, code: str, word: str) -> HttpResponse:
    if local_seats.find_offered(code, word) is None:
        raise Http404("This link has expired. Please ask for another.")
    return qr_code(request.build_absolute_uri(reverse("claim-seat", args=[code, word])))
