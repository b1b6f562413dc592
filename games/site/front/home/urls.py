"""URLs of the home page."""

from django.urls import URLPattern, path

from games.site.front.home import robots, views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("robots.txt", robots.robots, name="robots"),
    path("favicon.ico", robots.favicon, name="favicon"),
]
