"""URLs of circles."""

from django.urls import URLPattern, path, re_path

from games.site.front.circles import card_part, coming, hook_views, managing, mine, views
from games.site.front.circles.counted_urls import COUNTED
from games.site.shared.pages.url_converters import CODE

CIRCLE = rf"^circles/{CODE}"
LINK = r"^j/(?P<word>[A-Za-z0-9_-]{1,32})"

urlpatterns: list[URLPattern] = [
    path("circles/", mine.circles, name="circles"),
    path("circles/new", mine.new_circle, name="new-circle"),
    path("circles/friends", mine.friends, name="circle-friends"),
    re_path(rf"{CIRCLE}/$", views.circle, name="circle"),
    re_path(rf"{CIRCLE}/members$", views.members, name="circle-members"),
    re_path(rf"{CIRCLE}/links$", managing.links, name="circle-links"),
    re_path(rf"{CIRCLE}/settings$", managing.settings, name="circle-settings"),
    re_path(rf"{CIRCLE}/mine$", managing.choices, name="circle-mine"),
    re_path(rf"{CIRCLE}/leave$", managing.leave_circle, name="circle-leave"),
    re_path(rf"{CIRCLE}/archive$", managing.archive_circle, name="circle-archive"),
    re_path(rf"{CIRCLE}/delete$", managing.delete, name="circle-delete"),
    re_path(rf"{CIRCLE}/news$", hook_views.news, name="circle-news"),
    re_path(rf"{CIRCLE}/weekly$", card_part.weekly, name="circle-weekly"),
    re_path(rf"{LINK}/$", coming.join, name="join-circle"),
    re_path(rf"{LINK}/qr\.svg$", coming.join_qr, name="join-circle-qr"),
    *COUNTED,
]
