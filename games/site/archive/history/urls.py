"""URLs of games that were played."""

from django.urls import URLPattern, path, re_path

from games.site.archive.history import views
from games.site.shared.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    re_path(rf"^g/{CODE}/$", views.game, name="game"),
    re_path(rf"^g/{CODE}\.json$", views.game_json, name="game-json"),
    re_path(rf"^g/{CODE}\.txt$", views.game_txt, name="game-txt"),
    re_path(rf"^g/{CODE}/choices\.json$", views.game_choices, name="game-choices"),
    path("games/", views.my_games, name="my-games"),
]
