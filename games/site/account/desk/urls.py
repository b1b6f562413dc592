"""URLs of reports, decisions and the desk."""

from django.urls import URLPattern, path

from games.site.account.desk import desk_views, views

urlpatterns: list[URLPattern] = [
    path("report/", views.report_page, name="report"),
    path("wording/", views.wording_page, name="wording"),
    path("settings/reports/", views.my_reports, name="my-reports"),
    path("decisions/", views.my_decisions, name="my-decisions"),
    path("decisions/<str:token>/", views.closed, name="closed-decisions"),
    path("desk/", desk_views.desk, name="desk"),
    path("desk/cases/<number:case_id>/", desk_views.case, name="desk-case"),
    path("desk/sanctions/<number:sanction_id>/undo", desk_views.undo, name="desk-undo"),
    path("desk/appeals/<number:appeal_id>/judge", desk_views.judge, name="desk-judge"),
    path("desk/players/", desk_views.find_player, name="desk-find-player"),
    path("desk/players/<number:player_id>/", desk_views.player, name="desk-player"),
    path("desk/audit/", desk_views.audit_log, name="desk-audit"),
]
