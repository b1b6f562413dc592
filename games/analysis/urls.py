"""URLs of the analysis board, practice, and a player's luck."""

from django.urls import URLPattern, path, re_path

from games.analysis import luck_views, views
from games.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    re_path(rf"^g/{CODE}/practice/$", views.practice, name="practice"),
    path("fair/", luck_views.luck, name="fair"),
    path("analysis/", views.board, name="analysis"),
    path("analysis/<str:rules>/", views.board, name="analysis-of"),
    # A position contains slashes between the columns of the card.
    path("analysis/<str:rules>/<path:text>", views.board, name="analysis-position"),
]
