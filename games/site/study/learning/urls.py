"""URLs of help, rules and the first game."""

from django.urls import URLPattern, path

from games.site.study.learning import views

urlpatterns: list[URLPattern] = [
    path("first-game/", views.first_game, name="first-game"),
    path("learn/", views.learn, name="learn"),
    path("help/", views.help_, name="help"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:variant>/", views.rules_of, name="rules-of"),
    path("rules/<slug:variant>/boxes/", views.boxes, name="boxes"),
]
