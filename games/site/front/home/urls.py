"""URLs of the home page."""

from django.urls import URLPattern, path

from games.site.front.home import views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("robots.txt", views.robots, name="robots"),
    path("favicon.ico", views.favicon, name="favicon"),
]
