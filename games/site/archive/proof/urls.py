"""URLs of fair dice: a player's luck, the counts of all dice, and the public log."""

from django.urls import URLPattern, path

from games.platform.language.addresses import in_each_language
from games.site.archive.proof import dice, luck_views, public_log

urlpatterns: list[URLPattern] = [
    path("fair/", in_each_language(luck_views.luck), name="fair"),
    path("fair/dice/", in_each_language(dice.dice_audit), name="dice"),
    path("fair/dice.csv", dice.dice_csv, name="dice-csv"),
    path("fair/log/", in_each_language(public_log.fair_log), name="fair-log"),
    path("fair/log/<number:part>.csv", public_log.fair_log_part, name="fair-log-part"),
    path("fair/log/groups/<slug:code>.txt", public_log.fair_log_group, name="fair-log-group"),
]
