from django.urls import path, register_converter

from accounts.converters import PlayerName
from moderation.pages import reports

register_converter(PlayerName, "reported")

app_name = "moderation"
urlpatterns = [
    path("report/<slug:kind>/<reported:key>/", reports.report, name="report"),
    path("report/<slug:kind>/<reported:key>/sent/", reports.sent, name="sent"),
    path("reports/", reports.own, name="reports"),
]
