from django.urls import path, register_converter

from accounts.converters import PlayerName
from moderation.pages import appeals, reports

register_converter(PlayerName, "reported")

app_name = "moderation"
urlpatterns = [
    path("report/<slug:kind>/<reported:key>/", reports.report, name="report"),
    path("report/<slug:kind>/<reported:key>/sent/", reports.sent, name="sent"),
    path("standing/<int:sanction_id>/appeal/", appeals.against_sanction, name="appeal"),
    path("standing/acts/<int:act_id>/appeal/", appeals.against_act, name="appeal-act"),
    path("reports/", reports.own, name="reports"),
]
