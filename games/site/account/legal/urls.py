"""URLs of the pages of the law."""

from django.urls import URLPattern, path

from games.site.account.legal import views
from games.site.account.legal.texts import NAMES

urlpatterns: list[URLPattern] = [
    path("privacy/", views.privacy, name="privacy"),
    *(path(f"{name}/", views.text, {"name": name}, name=name) for name in NAMES),
    path(".well-known/security.txt", views.security_txt, name="security-txt"),
]
