"""The address of tables of perfect play for browsers."""

from django.urls import URLPattern, re_path

from games.core.solver.portable_files import NAME
from games.site.study.offline_tables import views

urlpatterns: list[URLPattern] = [
    re_path(
        rf"^offline-games/values/(?P<name>{NAME.pattern})\.bin$",
        views.values,
        name="offline-values",
    ),
]
