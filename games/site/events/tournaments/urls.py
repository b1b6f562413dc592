"""URLs of tournaments."""

from django.urls import URLPattern, path, re_path

from games.platform.language.addresses import in_each_language
from games.site.events.tournaments import views
from games.site.shared.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    path("tournaments/", in_each_language(views.tournaments), name="tournaments"),
    path("tournaments/new/", views.new_tournament, name="new-tournament"),
    re_path(rf"^tournaments/{CODE}/$", views.tournament, name="tournament"),
]
