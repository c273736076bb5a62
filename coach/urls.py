from django.urls import path

from coach import views

app_name = "coach"
urlpatterns = [
    path("table/<table:table_id>/coach/", views.ask, name="ask"),
    path("table/<table:table_id>/coach/<int:seat>/", views.analysis, name="analysis"),
    path("problem/<slug:game>/", views.problem, name="problem"),
    path("problem/<int:problem_id>/position.json", views.position, name="position"),
    path("problem/<int:problem_id>/answer/", views.answer, name="answer"),
]
