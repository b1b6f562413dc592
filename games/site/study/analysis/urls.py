"""URLs of the analysis board."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.study.analysis import views

urlpatterns: list[URLPattern] = [
    path("analysis/", in_each_language(views.board), name="analysis"),
    path("analysis/<str:rules>/", in_each_language(views.board), name="analysis-of"),
    # A position contains slashes between the columns of the card.
    path(
        "analysis/<str:rules>/<path:text>", in_each_language(views.board), name="analysis-position"
    ),
]
