"""URLs of puzzles."""

from django.urls import URLPattern, path, re_path

from games.platform.language.addresses import in_each_language
from games.site.events.puzzles import practice, views
from games.site.shared.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    re_path(rf"^g/{CODE}/practice/$", practice.practice, name="practice"),
    path("puzzles/", in_each_language(views.puzzles), name="puzzles"),
    path(
        "puzzles/streak/", in_each_language(views.puzzles), {"streak": True}, name="puzzle-streak"
    ),
    path("puzzles/today/", in_each_language(views.today), name="puzzle-today"),
    path("puzzles/answer", views.answer, name="puzzle-answer"),
    path("puzzles/next", views.next_puzzle, name="puzzle-next"),
    path("puzzles/<slug:code>/", views.puzzle, name="puzzle"),
]
