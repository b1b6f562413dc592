"""URLs of the home page."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.front.home import sitemap, views

urlpatterns: list[URLPattern] = [
    path("", in_each_language(views.home), name="home"),
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path("sitemap-<str:language>.xml", sitemap.sitemap_part, name="sitemap-part"),
    path("favicon.ico", views.favicon, name="favicon"),
]
