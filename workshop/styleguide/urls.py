"""The URLs of the site, and of the style guide: with DEBUG, where the workshop is there."""

from django.urls import path

from workshop.styleguide import views
from yachtsite.urls import urlpatterns as urlpatterns_of_the_site

urlpatterns = [*urlpatterns_of_the_site, path("styleguide/", views.styleguide, name="styleguide")]
