"""URLs of tournaments."""

from django.urls import URLPattern, path, re_path

from games.pages.url_converters import CODE
from games.tournaments import views

urlpatterns: list[URLPattern] = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/new/", views.new_tournament, name="new-tournament"),
    re_path(rf"^tournaments/{CODE}/$", views.tournament, name="tournament"),
]
