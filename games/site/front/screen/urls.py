"""URLs of screens, embeds, and what sites ask to embed."""

from django.urls import URLPattern, path, re_path

from games.site.front.screen import embeds, evening, oembed, views
from games.site.shared.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    re_path(rf"^r/{CODE}/screen/$", views.screen, name="screen"),
    re_path(rf"^r/{CODE}/screen/qr\.svg$", views.screen_qr, name="screen-qr"),
    re_path(rf"^r/{CODE}/screen/evening\.json$", evening.evening, name="screen-evening"),
    re_path(rf"^embed/r/{CODE}/$", embeds.embed_room, name="embed-room"),
    re_path(rf"^embed/g/{CODE}/$", embeds.embed_game, name="embed-game"),
    path("oembed", oembed.oembed, name="oembed"),
]
