"""URLs of the leaderboards."""

from django.urls import URLPattern, path

from games.site.archive.leaderboards import views

urlpatterns: list[URLPattern] = [
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:variant>/", views.leaderboards, name="leaderboard"),
]
