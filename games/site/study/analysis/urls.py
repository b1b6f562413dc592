"""URLs of the analysis board."""

from django.urls import URLPattern, path

from games.site.study.analysis import views

urlpatterns: list[URLPattern] = [
    path("analysis/", views.board, name="analysis"),
    path("analysis/<str:rules>/", views.board, name="analysis-of"),
    # A position contains slashes between the columns of the card.
    path("analysis/<str:rules>/<path:text>", views.board, name="analysis-position"),
]
