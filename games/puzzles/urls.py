"""URLs of puzzles."""

from django.urls import URLPattern, path

from games.puzzles import views

urlpatterns: list[URLPattern] = [
    path("puzzles/", views.puzzles, name="puzzles"),
    path("puzzles/streak/", views.puzzles, {"streak": True}, name="puzzle-streak"),
    path("puzzles/today/", views.today, name="puzzle-today"),
    path("puzzles/answer", views.answer, name="puzzle-answer"),
    path("puzzles/next", views.next_puzzle, name="puzzle-next"),
    path("puzzles/<slug:code>/", views.puzzle, name="puzzle"),
]
