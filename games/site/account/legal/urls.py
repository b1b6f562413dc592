"""URLs of the pages of the law."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.account.legal import views
from games.site.account.legal.texts import NAMES

urlpatterns: list[URLPattern] = [
    path("privacy/", in_each_language(views.privacy), name="privacy"),
    *(path(f"{name}/", in_each_language(views.text), {"name": name}, name=name) for name in NAMES),
    path(".well-known/security.txt", views.security_txt, name="security-txt"),
]
