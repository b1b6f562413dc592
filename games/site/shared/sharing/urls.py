"""URLs of the pictures of previews: of the site, and of what the features bring."""

from django.urls import URLPattern, re_path

from games.platform import parts
from games.site.shared.sharing import views
from games.site.shared.sharing.head import PICTURE, Kind

urlpatterns: list[URLPattern] = [
    re_path(rf"{PICTURE}/site\.png$", views.site, name="preview-site"),
    *(
        kind.url(views.view_of(kind), name=f"preview-{kind.name}")
        for kind in parts.brought("preview", "PREVIEWS", Kind)
    ),
]
