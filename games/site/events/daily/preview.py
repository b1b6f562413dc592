"""The previews of the dailies of a day, and of one of them; and a result as text to share, which
gives nothing away about the dice.
"""

from datetime import date
from functools import partial

from django.urls import path
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from games.core.rules import VARIANTS, Position
from games.core.rules import Scorecard as Card
from games.platform.clock import day_of, utc_now
from games.platform.language import in_percent
from games.platform.language.formats import day_text
from games.platform.site_settings.current import site_name
from games.record.log.models import Scorecard
from games.site.events.daily.boards import RankedDaily, read_board, read_scores
from games.site.events.daily.models import Daily
from games.site.shared.sharing.contents import FAIR, GOOD, POOR, Challenge, DailyResults, PictureRow
from games.site.shared.sharing.head import DOT, Found, Kind, Preview, person_of, preview

# Shares of the most points that a box can have.
GOOD_SHARE, FAIR_SHARE = 2 / 3, 1 / 3
MAX_BARS = 20


def signs(card: Card) -> str:
    """Return a sign for each box of a full card that says how near it is to its most points. One
    line for each column, best boxes first.
    """
    # Not in the order of boxes or turns, which would give away when good dice come.
    variant = card.variant
    most = [max(possible) for possible in variant.possible_points]
    lines = []
    for column in range(len(variant.columns)):
        shares = [
            (points or 0) / best for points, best in zip(card.column(column), most, strict=True)
        ]
        lines.append("".join(_sign(share) for share in sorted(shares, reverse=True)))
    return "\n".join(lines)


def _sign(share: float) -> str:
    return GOOD if share >= GOOD_SHARE else FAIR if share >= FAIR_SHARE else POOR


def share_text(card: Card, day: date, words: str) -> str:
    return f"{site_name()} · {card.variant.name} · {day.isoformat()}\n{words}\n{signs(card)}"


def of_day(day: date) -> Preview:
    words = gettext("Can you beat it?")
    return preview("day", day.isoformat(), version=0, alt=words, title=_daily_title(day, words))


def _daily_title(day: date, words: str) -> str:
    return f"{gettext('The daily')}, {day_text(day, 'DATE_FORMAT')}: {words}"


def of_daily(daily: Daily) -> Preview:
    """Return the preview of a daily: before the reveal only that it can be played."""
    name = VARIANTS[daily.variant].name
    if daily.revealed_at is None:
        words = gettext("Can you beat it?")
        alt, version = f"{name}: {words}", "0"
    else:
        words = gettext("Results")
        alt, version = f"{name}: {words}", f"1{'p' if daily.perfect else ''}"
    title = _daily_title(daily.day, f"{name}. {words}")
    return preview(
        "daily", daily.day.isoformat(), daily.variant, version=version, alt=alt, title=title
    )


def read_day(day: str) -> Found | None:
    """Return the picture of all dailies of a day, which shows only the day."""
    on = _day(day)
    if on is None or not Daily.objects.filter(day=on).exists():
        return None
    names = get_text_list([variant.name for variant in VARIANTS.values()], gettext("or"))
    return Found(_challenge(on, names))


def _challenge(day: date, names: str) -> Challenge:
    note = f"{names}: {gettext('Everybody gets the same dice. Only your choices count.')}"
    eyebrow = f"{gettext('The daily')}{DOT}{day_text(day, 'DATE_FORMAT')}"
    return Challenge(eyebrow, gettext("Can you beat it?"), note)


def read_daily(day: str, variant: str) -> Found | None:
    """Return the results of a daily; before the reveal, only that it can be played."""
    on = _day(day)
    daily = None if on is None else Daily.objects.filter(day=on, variant=variant).first()
    if daily is None or variant not in VARIANTS:
        return None
    name = VARIANTS[variant].name
    if daily.revealed_at is None:
        return Found(_challenge(daily.day, name))
    scores = read_scores(daily)
    lines = read_board(daily, scores).lines[:3]
    eyebrow = f"{gettext('Daily')}{DOT}{name}{DOT}{day_text(daily.day, 'DATE_FORMAT')}"
    if not lines:
        return Found(DailyResults(eyebrow, gettext("The dice are revealed")), daily.settled)
    words = ngettext(
        "Scores of %(players)s ranked player",
        "Scores of %(players)s ranked players",
        scores.players,
    )
    counts = [each.players for each in scores.ranges(MAX_BARS)]
    results = DailyResults(
        eyebrow,
        gettext("Best score: %(points)s points") % {"points": lines[0].total},
        tuple(_daily_row(number, line) for number, line in enumerate(lines)),
        words % {"players": scores.players},
        tuple(round(count / max(counts), 4) for count in counts),
        _signs(lines[0]),
    )
    return Found(results, daily.settled)


def _daily_row(number: int, line: RankedDaily) -> PictureRow:
    note = "" if line.percent is None else in_percent(line.percent)
    return PictureRow(line.place, person_of(line.player, number), str(line.total), note)


def _signs(line: RankedDaily) -> str:
    position = Scorecard.objects.filter(game__code=line.game).values_list("position", flat=True)
    return signs(Position.parse(position[0]).card)


def _day(text: str) -> date | None:
    """Return a day that has begun, or None."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day <= day_of(utc_now()) else None


PREVIEWS = (
    Kind("day", partial(path, "preview/<str:language>/daily/<str:day>.png"), read_day),
    Kind(
        "daily",
        partial(path, "preview/<str:language>/daily/<str:day>/<slug:variant>.png"),
        read_daily,
    ),
)
