"""URLs of appointments."""

from django.urls import URLPattern, path, re_path

from games.site.events.appointments import views
from games.site.shared.pages.url_converters import CODE

urlpatterns: list[URLPattern] = [
    path("d/new", views.new_appointment, name="new-appointment"),
    re_path(rf"^d/{CODE}/$", views.appointment, name="appointment"),
    re_path(rf"^d/{CODE}/change$", views.change_appointment, name="change-appointment"),
    re_path(rf"^d/{CODE}/off$", views.call_off_appointment, name="call-off-appointment"),
    re_path(rf"^d/{CODE}/answer$", views.answer_appointment, name="answer-appointment"),
    re_path(rf"^d/{CODE}\.ics$", views.calendar, name="appointment-calendar"),
]
