"""URLs of the scorecard for real dice."""

from django.urls import URLPattern, path, re_path

from games.platform.language.addresses import in_each_language
from games.site.shared.pages.url_converters import CODE
from games.site.study.real_dice import views

urlpatterns: list[URLPattern] = [
    path("scorecard/", in_each_language(views.scorecard), name="scorecard"),
    re_path(r"^scorecard/rules/(?P<text>[^/]{1,300})/$", views.rules, name="scorecard-rules"),
    path("scorecard/verdict/", views.judge, name="scorecard-verdict"),
    path("scorecard/keep/", views.keep, name="scorecard-keep"),
    path("scorecard/keep/<str:offline>/", views.keep_offline, name="offline-game-keep"),
    re_path(rf"^scorecard/{CODE}/$", views.kept_game, name="kept-game"),
    re_path(rf"^scorecard/{CODE}/forget/$", views.forget, name="kept-game-forget"),
]
