"""URLs of tables: open one, and its page."""

from django.urls import URLPattern, path, re_path

from games.platform.language.addresses import in_each_language
from games.site.front.table import device, inviting, views
from games.site.shared.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    path("new/", in_each_language(views.new_room), name="new-room"),
    path("device/", device.new_table, name="device"),
    re_path(rf"^r/{CODE}/$", views.room, name="room"),
    re_path(rf"^r/{CODE}/invite$", inviting.invite, name="invite"),
    re_path(rf"^r/{CODE}/circle$", inviting.choose_circle, name="table-circle"),
    re_path(rf"^r/{CODE}/people$", inviting.people, name="table-people"),
    re_path(rf"^r/{CODE}/invitation$", inviting.answer, name="answer-invitation"),
    re_path(rf"^r/{CODE}/qr\.svg$", views.room_qr, name="room-qr"),
    re_path(rf"^r/{CODE}/seat/(?P<word>[\w-]{{22}})/$", device.claim_seat, name="claim-seat"),
    re_path(rf"^r/{CODE}/seat/(?P<word>[\w-]{{22}})/qr\.svg$", device.claim_qr, name="claim-qr"),
]
