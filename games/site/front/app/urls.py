"""URLs of what makes the site installable."""

from django.urls import URLPattern, path

from games.site.front.app import views

urlpatterns: list[URLPattern] = [
    path("sw.js", views.service_worker, name="service-worker"),
    path("app/<str:language>.webmanifest", views.manifest, name="manifest"),
    path("app/offline/<str:language>/", views.offline, name="offline"),
]
