"""URLs of screens, embeds, and what sites ask to embed."""

from django.urls import URLPattern, re_path

from games.pages.url_converters import CODE
from games.screen import views

urlpatterns: list[URLPattern] = [
    re_path(rf"^r/{CODE}/screen/$", views.screen, name="screen"),
    re_path(rf"^r/{CODE}/screen/qr\.svg$", views.screen_qr, name="screen-qr"),
]
