"""URLs of the operator: the first five minutes, the site's settings, the logo."""

from django.urls import URLPattern, path

from games.site.account.operator import first_views, settings_views

urlpatterns: list[URLPattern] = [
    path("first/", first_views.account, name="first-account"),
    path("first/<str:token>/", first_views.link, name="first-link"),
    path("site/<str:question>/", settings_views.site_settings, name="site-settings"),
    path("logo/<slug:digest>.png", settings_views.logo, name="site-logo"),
]
