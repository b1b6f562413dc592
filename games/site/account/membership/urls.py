"""URLs of signing in, the account and its settings."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.account.membership.views import (
    account,
    blocks,
    holiday,
    language,
    password_reset,
    second_step,
    settings,
    sign_in,
    welcome,
)

urlpatterns: list[URLPattern] = [
    path("people/<number:player_id>/<str:verb>", blocks.change, name="people"),
    path("guest/", sign_in.guest, name="guest"),
    path("sign-up/", in_each_language(sign_in.sign_up), name="sign-up"),
    path("welcome/<str:token>/", welcome.welcome, name="welcome"),
    path("invited/<str:token>/", sign_in.invited, name="invited"),
    path("sign-in/code/", second_step.code, name="sign-in-code"),
    path("sign-in/passkey/options", second_step.passkey_options, name="passkey-sign-in-options"),
    path("sign-in/passkey/", second_step.passkey, name="passkey-sign-in"),
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("password/reset/", password_reset.ask, name="password-reset"),
    path(
        "password/reset/done/", password_reset.ResetDoneView.as_view(), name="password-reset-done"
    ),
    path(
        "password/reset/<uidb64>/<token>/",
        password_reset.ResetConfirmView.as_view(),
        name="password-reset-confirm",
    ),
    path(
        "password/reset/complete/",
        password_reset.ResetCompleteView.as_view(),
        name="password-reset-complete",
    ),
    path("language/", language.choose_language, name="language"),
    path("language/<str:language>/<str:digest>/<str:name>", language.translated, name="translated"),
    path("account/", account.account, name="account"),
    path("account/name/", account.rename, name="account-name"),
    path("account/guests/name/", account.rename_guest, name="account-guest-name"),
    path("account/email/", account.change_email, name="account-email"),
    path("account/holiday/", holiday.choose_holiday, name="account-holiday"),
    path("account/time-zone/", account.choose_time_zone, name="account-time-zone"),
    path("account/password/", account.change_password, name="account-password"),
    path("account/online/", account.show_online, name="account-online"),
    path("account/chat/", account.choose_chat, name="account-chat"),
    path("account/sessions/end/one/", account.end_one_session, name="account-session-end"),
    path("account/sessions/end/", account.end_other_sessions, name="account-sessions-end"),
    path("account/keep/", account.keep, name="keep"),
    path("account/export/", account.account_export, name="account-export"),
    path("account/delete/", account.account_delete, name="account-delete"),
    path("settings/", settings.settings, name="settings"),
    path("settings/table/", settings.table, name="settings-table"),
    path("settings/notices/", settings.notices, name="settings-notices"),
    path("notifications/save", settings.save_notices, name="notifications-save"),
    path("settings/privacy/", settings.privacy, name="settings-privacy"),
    path("settings/save", settings.save, name="settings-save"),
    path("settings/avatar", settings.choose_avatar, name="settings-avatar"),
]
