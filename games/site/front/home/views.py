"""The home page: start, join or continue a game; and what programs ask every site for: robots.txt
and the favicon.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.people.accounts.bot_accounts import bots_json
from games.people.accounts.names import TYPED_LENGTH
from games.people.accounts.players import note_seen
from games.people.circles.together import company_of
from games.platform.clock import utc_now
from games.site.events.tournaments.lists import read_for_home
from games.site.front.home.people import people_of
from games.site.shared.pages.front_game import front_game, offered_games
from games.site.shared.pages.shortcuts import page, player_of
from games.site.shared.sharing.head import absolute
from games.site.shared.table_form.forms import ChallengeForm, TableForm
from games.site.study.house_rules.kept import kept_by
from games.site.study.learning.first_game import has_played
from games.tables.matchmaking.room_lists import public_tables, tables_of

PREVIEWERS = (
    *("Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot-LinkExpanding", "TelegramBot"),
    *("Discordbot", "WhatsApp", "Pinterestbot", "redditbot"),
)
"""Programs that fetch the page of a link that somebody has sent, such as an invitation to a room.
"""
ROBOTS = (
    "".join(f"User-agent: {name}\n" for name in PREVIEWERS)
    + "Disallow: /account/\nDisallow: /admin/\n\n"
    + "User-agent: *\nDisallow: /r/\nDisallow: /account/\nDisallow: /admin/\n"
)
MAX_TABLES = 5


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Ask search engines to stay out of rooms and accounts, and show them what there is. Games
    decide on their pages.
    """
    listed = f"\nSitemap: {absolute(request, reverse('sitemap'))}\n"
    return HttpResponse(ROBOTS + listed, content_type="text/plain; charset=utf-8")


@cache_control(max_age=86400, public=True)
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect clients that ignore `<link rel="icon">` to the icon."""
    return redirect(static("img/icon.svg"))


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page. `?room=`, which older pages asked for, is looked for in the community."""
    typed = request.GET.get("room", "")
    if typed:
        return redirect(
            f"{reverse('community')}?{urlencode({'find': typed[:200]})}",
            permanent=True,
            preserve_request=True,
        )
    now = utc_now()
    me = player_of(request)
    if me is not None:
        note_seen(me, now)
    tables = [] if me is None else tables_of(me, now)
    is_new = me is None or (not tables and not has_played(me))
    event, _ = read_for_home(now)
    offer = offered_games(request, kept_by(request))
    may_rate = me is not None and not me.is_guest
    company = None if me is None else company_of(me)
    return page(
        request,
        "home/home.html",
        form=TableForm(
            offer,
            who="strangers",
            ask_name=me is None,
            may_rate=may_rate,
            circles=() if company is None else company.circles,
        ),
        challenge=ChallengeForm(offer, who="strangers", may_rate=may_rate, auto_id="challenge-%s"),
        bots_json=bots_json(),
        front=front_game(request),
        is_new=is_new,
        tables=tables[:MAX_TABLES],
        more_tables=len(tables) > MAX_TABLES,
        arena=event if event is not None and event.tournament.starts_at <= now else None,
        public=public_tables(now, None if me is None else me.pk),
        name_length=TYPED_LENGTH,
        **({} if me is None or company is None else people_of(me, company)),
    )
