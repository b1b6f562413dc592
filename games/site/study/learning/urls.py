"""URLs of help, rules and the first game."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.study.learning import views

urlpatterns: list[URLPattern] = [
    path("first-game/", views.first_game, name="first-game"),
    path("learn/", in_each_language(views.learn), name="learn"),
    path("help/", views.help_, name="help"),
    path("rules/", in_each_language(views.rules), name="rules"),
    path("rules/<slug:variant>/", in_each_language(views.rules_of), name="rules-of"),
    path("rules/<slug:variant>/boxes/", views.boxes, name="boxes"),
]
