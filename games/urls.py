"""URLs of the pages and the HTTP API."""

from django.urls import URLPattern, URLResolver, path, re_path, register_converter

from games.views import (
    account,
    analysis,
    api,
    blocks,
    bots,
    dice_audit,
    games,
    health,
    home,
    leaderboards,
    password_reset,
    profiles,
    rooms,
    sign_in,
    static_pages,
    statistics,
)
from games.views.url_converters import NameConverter

register_converter(NameConverter, "name")

# Codes are lower case. The views accept upper case too, for links typed by hand.
CODE = r"(?P<code>[A-Za-z0-9]{1,16})"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("new/", rooms.new_room, name="new-room"),
    re_path(rf"^r/{CODE}/$", rooms.room, name="room"),
    re_path(rf"^r/{CODE}/qr\.svg$", rooms.room_qr, name="room-qr"),
    re_path(rf"^g/{CODE}/$", games.game, name="game"),
    re_path(rf"^g/{CODE}/again$", games.again, name="again"),
    re_path(rf"^g/{CODE}\.json$", games.game_json, name="game-json"),
    re_path(rf"^g/{CODE}\.txt$", games.game_txt, name="game-txt"),
    re_path(rf"^g/{CODE}/practice/$", analysis.practice, name="practice"),
    path("analysis/", analysis.board, name="analysis"),
    path("analysis/<str:rules>/", analysis.board, name="analysis-of"),
    # A position contains slashes between the columns of the card.
    path("analysis/<str:rules>/<path:text>", analysis.board, name="analysis-position"),
    path("games/", games.my_games, name="my-games"),
    path("@<name:name>/games/", profiles.profile_games, name="profile-games"),
    path("@<name:name>/", profiles.profile, name="profile"),
    path("@<name:name>/block", blocks.block, name="block"),
    path("@<name:name>/unblock", blocks.unblock, name="unblock"),
    path("guest/", sign_in.guest, name="guest"),
    path("sign-up/", sign_in.sign_up, name="sign-up"),
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("password/reset/", password_reset.ask, name="password-reset"),
    path(
        "password/reset/done/", password_reset.ResetDoneView.as_view(), name="password-reset-done"
    ),
    path(
        "password/reset/<uidb64>/<token>/",
        password_reset.ResetConfirmView.as_view(),
        name="password-reset-confirm",
    ),
    path(
        "password/reset/complete/",
        password_reset.ResetCompleteView.as_view(),
        name="password-reset-complete",
    ),
    path("account/", account.account, name="account"),
    path("account/name/", account.rename, name="account-name"),
    path("account/email/", account.change_email, name="account-email"),
    path("account/password/", account.change_password, name="account-password"),
    path("account/sessions/end/", account.end_other_sessions, name="account-sessions-end"),
    path("account/keep/", account.keep, name="keep"),
    path("account/export/", account.account_export, name="account-export"),
    path("account/delete/", account.account_delete, name="account-delete"),
    path("bots/", bots.bots, name="bots"),
    path("bots/<slug:variant>/", bots.bots, name="bots-of"),
    path("leaderboards/", leaderboards.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:variant>/", leaderboards.leaderboards, name="leaderboard"),
    path("ratings/", leaderboards.ratings, name="ratings"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("statistics/<slug:variant>/", statistics.statistics, name="statistics-of"),
    path("skill/", statistics.skill, name="skill"),
    path("api/", api.docs, name="api"),
    path("api/v1/openapi.json", api.openapi, name="api-openapi"),
    path("api/v1/variants", api.variants, name="api-variants"),
    path("api/v1/variants/<str:variant>/dice/<str:dice>", api.dice, name="api-dice"),
    path("api/v1/positions", api.position, name="api-position"),
    path("api/v1/games/<str:code>/analysis", api.analysis, name="api-analysis"),
    path("api/v1/games/<str:code>", api.game, name="api-game"),
    path("api/v1/games/<str:code>/events", api.events, name="api-events"),
    path("api/v1/players/<path:name>/games", api.player_games, name="api-player-games"),
    path("api/v1/players/<path:name>", api.player, name="api-player"),
    path("api/v1/leaderboards/<str:variant>", api.leaderboard, name="api-leaderboard"),
    # Also matches paths that contain line breaks.
    re_path(r"^api/v1/(?P<path>(?s:.*))\Z", api.not_found),
    path("help/", static_pages.help_, name="help"),
    path("rules/", static_pages.rules, name="rules"),
    path("fair/", static_pages.fair, name="fair"),
    path("fair/dice/", dice_audit.dice_audit, name="dice"),
    path("fair/dice.csv", dice_audit.dice_csv, name="dice-csv"),
    path("robots.txt", static_pages.robots, name="robots"),
    path("favicon.ico", static_pages.favicon, name="favicon"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
