"""URLs of notifications."""

from django.urls import URLPattern, path

from games.site.account.notifications import views

urlpatterns: list[URLPattern] = [
    path("notifications/subscribe", views.subscribe, name="push-subscribe"),
    path("notifications/unsubscribe", views.unsubscribe, name="push-unsubscribe"),
    path("notifications/confirm/<str:token>/", views.confirm, name="confirm-address"),
    path("notifications/stop/<str:token>/", views.stop_mail, name="stop-mail"),
]
