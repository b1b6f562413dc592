"""URLs of the family lock."""

from django.urls import URLPattern, path

from games.site.account.family import views

urlpatterns: list[URLPattern] = [
    path("settings/family/", views.family, name="family"),
    path("settings/family/unlock", views.unlock, name="family-unlock"),
    path("settings/family/member", views.member, name="family-member"),
]
