"""URLs of second factors."""

from django.urls import URLPattern, path

from games.factors import views

urlpatterns: list[URLPattern] = [
    path("settings/second-factor/", views.second_factor, name="second-factor"),
    path("settings/passkeys/options", views.passkey_options, name="passkey-options"),
    path("settings/passkeys/add", views.passkey_add, name="passkey-add"),
    path("settings/passkeys/<int:passkey_id>/remove", views.passkey_remove, name="passkey-remove"),
]
