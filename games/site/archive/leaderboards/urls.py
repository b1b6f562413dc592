"""URLs of the leaderboards."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.archive.leaderboards import views

urlpatterns: list[URLPattern] = [
    path("leaderboards/", in_each_language(views.leaderboards), name="leaderboards"),
    path("leaderboards/<slug:variant>/", in_each_language(views.leaderboards), name="leaderboard"),
]
