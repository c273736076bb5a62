from django.urls import path

from moderation.pages import reports

app_name = "moderation"
urlpatterns = [
    path("reports/", reports.own, name="reports"),
]
