"""URLs of the pictures of previews."""

from django.urls import URLPattern, path, re_path

from games.site.front.sharing import views
from games.site.shared.pages.url_converters import CODE

# Each language has its own pictures.
PICTURE = r"^preview/(?P<language>[a-z-]{2,10})"

urlpatterns: list[URLPattern] = [
    re_path(rf"{PICTURE}/site\.png$", views.site, name="preview-site"),
    re_path(rf"{PICTURE}/r/{CODE}\.png$", views.room, name="preview-room"),
    re_path(rf"{PICTURE}/g/{CODE}\.png$", views.game, name="preview-game"),
    re_path(rf"{PICTURE}/t/{CODE}\.png$", views.tournament, name="preview-tournament"),
    path("preview/<str:language>/daily/<str:day>.png", views.day, name="preview-day"),
    path(
        "preview/<str:language>/daily/<str:day>/<slug:variant>.png",
        views.daily,
        name="preview-daily",
    ),
    path("preview/<str:language>/@<name:name>.png", views.profile, name="preview-profile"),
]
