"""URLs of puzzles."""

from django.urls import URLPattern, path, re_path

from games.pages.url_converters import CODE
from games.puzzles import practice, views

urlpatterns: list[URLPattern] = [
    re_path(rf"^g/{CODE}/practice/$", practice.practice, name="practice"),
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/streak/", views.puzzles, {"streak": True}, name="puzzle-streak"),
    path("puzzles/today/", views.today, name="puzzle-today"),
    path("puzzles/answer", views.answer, name="puzzle-answer"),
    path("puzzles/next", views.next_puzzle, name="puzzle-next"),
    path("puzzles/<slug:code>/", views.puzzle, name="puzzle"),
]
