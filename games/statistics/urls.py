"""URLs of statistics, the skill index and the bots."""

from django.urls import URLPattern, path

from games.statistics import bot_views, views

urlpatterns: list[URLPattern] = [
    path("bots/", bot_views.bots, name="bots"),
    path("bots/<slug:variant>/", bot_views.bots, name="bots-of"),
    path("statistics/", views.statistics, name="statistics"),
    path("statistics/<slug:variant>/", views.statistics, name="statistics-of"),
    path("skill/", views.skill, name="skill"),
]
