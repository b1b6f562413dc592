"""URLs of signing in with a provider. What waits for a provider is below /sign-in/with/, where it
has threads of its own (`games.platform.limits.page_limit`).
"""

from django.urls import URLPattern, path

from games.site.account.providers import again_views, settings_views, views

WITH = "sign-in/with/<slug:provider>"

urlpatterns: list[URLPattern] = [
    path(f"{WITH}/", views.start, name="provider-start"),
    path(f"{WITH}/done/", views.done, name="provider-done"),
    path(f"{WITH}/again/", again_views.start, name="provider-again-start"),
    path(f"{WITH}/link/", settings_views.start, name="provider-link"),
    path("sign-in/again/", again_views.again, name="provider-again"),
    path("sign-up/name/", views.name, name="provider-name"),
    path("settings/providers/", settings_views.providers_page, name="providers"),
    path(
        "settings/providers/<number:link_id>/remove",
        settings_views.unlink,
        name="provider-unlink",
    ),
]
