"""URLs of house rules. The first segment, "x", is no game."""

from django.urls import URLPattern, path, re_path

from games.platform.language.addresses import in_each_language
from games.site.study.house_rules import views

TEXT = r"(?P<text>[^/]{1,300})"
"""Anything: the view tells what is wrong with it."""

urlpatterns: list[URLPattern] = [
    path("rules/x/", in_each_language(views.editor), name="house-rules-editor"),
    re_path(rf"^rules/x/{TEXT}/$", in_each_language(views.rules_page), name="house-rules"),
    re_path(rf"^rules/x/{TEXT}/boxes/$", views.boxes, name="house-rules-boxes"),
    re_path(rf"^rules/x/{TEXT}/perfect/$", views.perfect, name="house-rules-perfect"),
    re_path(rf"^rules/x/{TEXT}/keep/$", views.keep_rules, name="house-rules-keep"),
]
