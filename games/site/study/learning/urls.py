"""URLs of help, rules and the first game."""

from django.urls import URLPattern, path

from games.site.study.learning.views import first_game, learn, rules

urlpatterns: list[URLPattern] = [
    path("first-game/", first_game.first_game, name="first-game"),
    path("learn/", learn.learn, name="learn"),
    path("help/", rules.help_, name="help"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:variant>/", rules.rules_of, name="rules-of"),
    path("rules/<slug:variant>/boxes/", rules.boxes, name="boxes"),
]
