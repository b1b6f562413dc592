"""URLs of tournaments."""

from django.urls import URLPattern, path, re_path

from games.site.events.tournaments import views
from games.site.shared.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/new/", views.new_tournament, name="new-tournament"),
    re_path(rf"^tournaments/{CODE}/$", views.tournament, name="tournament"),
]
