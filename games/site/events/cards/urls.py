"""URLs of cards."""

from django.urls import URLPattern, path, re_path

from games.platform.language.addresses import in_each_language
from games.site.events.cards import creating, downloads, views
from games.site.shared.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    path("cards/", in_each_language(views.cards), name="cards"),
    path("cards/new", creating.new_card, name="new-card"),
    re_path(rf"^c/{CODE}/$", views.card, name="card"),
    re_path(rf"^c/{CODE}\.json$", downloads.card_json, name="card-json"),
    re_path(rf"^c/{CODE}/seed$", creating.seed, name="card-seed"),
    re_path(rf"^c/{CODE}/play$", views.play, name="card-play"),
    re_path(rf"^c/{CODE}/end$", views.end, name="card-end"),
]
