"""URLs of tables: open one, and its page."""

from django.urls import URLPattern, path, re_path

from games.pages.url_converters import CODE
from games.table import views

urlpatterns: list[URLPattern] = [
    path("new/", views.new_room, name="new-room"),
    re_path(rf"^r/{CODE}/$", views.room, name="room"),
    re_path(rf"^r/{CODE}/qr\.svg$", views.room_qr, name="room-qr"),
]
