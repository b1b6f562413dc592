"""URLs of profiles."""

from django.urls import URLPattern, path

from games.site.archive.profiles import views

urlpatterns: list[URLPattern] = [
    path("@<name:name>/games/", views.profile_games, name="profile-games"),
    path("@<name:name>/", views.profile, name="profile"),
]
