"""URLs of second factors."""

from django.urls import URLPattern, path

from games.site.account.factors import passkey_views, views

PASSKEYS = "settings/passkeys"

urlpatterns: list[URLPattern] = [
    path("settings/second-factor/", views.second_factor, name="second-factor"),
    path("settings/second-factor/link/<str:token>/", views.link, name="second-factor-link"),
    path(f"{PASSKEYS}/show", passkey_views.passkey_show, name="passkey-show"),
    path(f"{PASSKEYS}/options", passkey_views.passkey_options, name="passkey-options"),
    path(f"{PASSKEYS}/add", passkey_views.passkey_add, name="passkey-add"),
    path(
        f"{PASSKEYS}/<number:passkey_id>/remove",
        passkey_views.passkey_remove,
        name="passkey-remove",
    ),
]
