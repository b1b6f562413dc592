"""URLs of what circles have played."""

from django.urls import URLPattern, path, re_path

from games.site.front.circles import counted_views, real_dice_views
from games.site.shared.pages.url_converters import CODE

CIRCLE = rf"^circles/{CODE}"
KEY = r"(?P<key>[0-9Q-]{7,10})"

COUNTED: list[URLPattern] = [
    re_path(rf"{CIRCLE}/season/$", counted_views.season, name="circle-season-now"),
    re_path(rf"{CIRCLE}/season/{KEY}$", counted_views.season, name="circle-season"),
    re_path(rf"{CIRCLE}/season/length$", counted_views.season_length, name="circle-season-length"),
    re_path(rf"{CIRCLE}/season/begin$", counted_views.season_begin, name="circle-season-begin"),
    re_path(rf"{CIRCLE}/evenings/$", counted_views.all_evenings, name="circle-evenings"),
    re_path(rf"{CIRCLE}/records/$", counted_views.records, name="circle-records"),
    path("circles/<code:code>/with/<name:name>", counted_views.head_to_head, name="circle-with"),
    re_path(
        rf"^scorecard/{CODE}/circle/$", real_dice_views.kept_game_circle, name="kept-game-circle"
    ),
    re_path(
        rf"^scorecard/{CODE}/circle/back$", real_dice_views.kept_game_back, name="kept-game-back"
    ),
]
