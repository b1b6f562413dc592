"""URLs of the analysis board, and of a player's luck."""

from django.urls import URLPattern, path

from games.site.study.analysis import luck_views, views

urlpatterns: list[URLPattern] = [
    path("fair/", luck_views.luck, name="fair"),
    path("analysis/", views.board, name="analysis"),
    path("analysis/<str:rules>/", views.board, name="analysis-of"),
    # A position contains slashes between the columns of the card.
    path("analysis/<str:rules>/<path:text>", views.board, name="analysis-position"),
]
