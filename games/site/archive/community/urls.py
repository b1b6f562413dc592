"""URLs of the community."""

from django.urls import URLPattern, path

from games.site.archive.community import views

urlpatterns: list[URLPattern] = [path("community/", views.community, name="community")]
