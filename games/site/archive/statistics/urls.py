"""URLs of "How good am I?" and the bots, and the old ones of its parts."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.archive.statistics import bot_views, views

urlpatterns: list[URLPattern] = [
    path("bots/", in_each_language(bot_views.bots), name="bots"),
    path("bots/<slug:variant>/", in_each_language(bot_views.bots), name="bots-of"),
    path("strength/", in_each_language(views.strength), name="strength"),
    path("strength/<slug:variant>/", in_each_language(views.strength), name="strength-of"),
    path("ratings/", views.old_page, {"part": "rating"}),
    path("skill/", views.old_page, {"part": "accuracy"}),
    path("statistics/", views.old_page, {"part": "perfect"}),
    path("statistics/<slug:variant>/", views.old_page, {"part": "perfect"}),
]
