"""URLs of the HTTP API."""

from django.urls import URLPattern, path, re_path

from games.api import action_views, views

urlpatterns: list[URLPattern] = [
    path("api/", views.docs, name="api"),
    path("api/v1/openapi.json", views.openapi, name="api-openapi"),
    path("api/v1/variants", views.variants, name="api-variants"),
    path("api/v1/variants/<str:variant>/dice/<str:dice>", views.dice, name="api-dice"),
    path("api/v1/positions", views.position, name="api-position"),
    path("api/v1/games/<str:code>/analysis", views.analysis, name="api-analysis"),
    path("api/v1/games/<str:code>", views.game, name="api-game"),
    path("api/v1/games/<str:code>/events", views.events, name="api-events"),
    path("api/v1/players/<path:name>/games", views.player_games, name="api-player-games"),
    path("api/v1/players/<path:name>", views.player, name="api-player"),
    path("api/v1/leaderboards/<str:variant>", views.leaderboard, name="api-leaderboard"),
    path("api/v1/daily/<str:date>/<str:variant>", views.daily, name="api-daily"),
    path("api/v1/tournaments", views.tournaments, name="api-tournaments"),
    path("api/v1/tournaments/<str:code>", views.tournament, name="api-tournament"),
    path("api/v1/fair-log", views.fair_log, name="api-fair-log"),
    path("api/v1/fair-log/entries", views.fair_log_entries, name="api-fair-log-entries"),
    path("api/v1/guests", action_views.guests, name="api-guests"),
    path("api/v1/rooms", action_views.rooms, name="api-rooms"),
    # Also matches paths that contain line breaks.
    re_path(r"^api/v1/(?P<path>(?s:.*))\Z", views.not_found),
]
