from django.urls import path, register_converter

from accounts.converters import PlayerName
from moderation.pages import appeals, reports, transparency

register_converter(PlayerName, "reported")

app_name = "moderation"
urlpatterns = [
    path("report/<slug:kind>/<reported:key>/", reports.report, name="report"),
    path("report/<slug:kind>/<reported:key>/sent/", reports.sent, name="sent"),
    path("standing/<int:sanction_id>/appeal/", appeals.against_sanction, name="appeal"),
    path("standing/acts/", appeals.decisions, name="decisions"),
    path("standing/acts/<int:act_id>/appeal/", appeals.against_act, name="appeal-act"),
    path("transparency/", transparency.transparency, name="transparency"),
    path("transparency/<int:year>/<int:half>/", transparency.transparency, name="transparency-of"),
    path("reports/", reports.own, name="reports"),
]
