"""URLs of the community."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.archive.community import views

urlpatterns: list[URLPattern] = [
    path("community/", in_each_language(views.community), name="community")
]
