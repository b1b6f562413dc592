"""URLs of games without a network."""

from django.urls import URLPattern, path, re_path

from games.platform.language.addresses import in_each_language
from games.site.study.offline_games import views

urlpatterns: list[URLPattern] = [
    path("offline-games/", in_each_language(views.games), name="offline-games"),
    re_path(r"^offline-games/bots/(?P<text>[^/]{1,300})/$", views.bots, name="offline-games-bots"),
    path("offline-games/taken/<str:language>/", views.taken, name="offline-games-taken"),
]
