"""URLs of the daily."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.events.daily import views

urlpatterns: list[URLPattern] = [
    path("same-dice/", in_each_language(views.same_dice), name="same-dice"),
    path("daily/", in_each_language(views.today), name="daily"),
    path("daily/<slug:variant>/play", views.play, name="daily-play"),
    path("daily/<str:day>/<slug:variant>/", views.results, name="daily-results"),
]
