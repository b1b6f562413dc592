"""URLs of the style guide."""

from django.urls import URLPattern, path

from games.site.front.styleguide import views

urlpatterns: list[URLPattern] = [
    path("styleguide/", views.styleguide, name="styleguide"),
]
