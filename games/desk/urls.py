"""URLs of reports, decisions and the desk."""

from django.urls import URLPattern, path

from games.desk import views

urlpatterns: list[URLPattern] = [
    path("report/", views.report_page, name="report"),
    path("settings/reports/", views.my_reports, name="my-reports"),
    path("decisions/", views.my_decisions, name="my-decisions"),
    path("decisions/<str:token>/", views.closed, name="closed-decisions"),
    path("desk/", views.desk, name="desk"),
    path("desk/cases/<number:case_id>/", views.case, name="desk-case"),
    path("desk/sanctions/<number:sanction_id>/undo", views.undo, name="desk-undo"),
    path("desk/appeals/<number:appeal_id>/judge", views.judge, name="desk-judge"),
    path("desk/audit/", views.audit_log, name="desk-audit"),
]
