"""The page of the style guide."""

import re

import msgspec
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.people.accounts.avatars import DRAWINGS, LETTERS
from games.people.accounts.bot_accounts import DEFAULT_BOTS, bots_json
from games.site.shared.pages.shortcuts import page
from workshop.styleguide.charts import sample_charts
from workshop.styleguide.game import MOMENTS, updates, welcome

BUTTONS = ("", "secondary", "quiet", "danger")
NOTICES = ("", "success", "warn", "error")
CLOCKS = ("30 s", "60 s", "1 day")
ICON = re.compile(r'<symbol id="i-([\w-]+)"')
FELTS = ("navy", "green", "burgundy", "contrast")
DICE = ("ivory", "casino", "midnight", "contrast")


@never_cache
@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    pairs = zip(LETTERS[::2], LETTERS[1::2], strict=True)
    return page(
        request,
        "styleguide/styleguide.html",
        button_kinds=BUTTONS,
        notice_kinds=NOTICES,
        clocks=CLOCKS,
        icons=ICON.findall(render_to_string("shared/icons.svg")),
        faces=range(1, 7),
        felts=FELTS,
        pip_kinds=("plain", "four colours"),
        dice_looks=DICE,
        flags=["".join(pair) for pair in pairs],
        drawings=DRAWINGS.items(),
        bots=[f"bot-{persona}" for persona in DEFAULT_BOTS],
        moments=MOMENTS,
        bots_json=bots_json(),
        charts=sample_charts(),
        game=msgspec.to_builtins({"welcome": welcome(), "updates": updates()}),
    )
