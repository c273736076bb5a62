from django.urls import path

from ratings import views

app_name = "ratings"
urlpatterns = [
    path("ratings/of/<player:name>/", views.ratings_of, name="of"),
    path("table/<table:table_id>/ratings/<int:tries>/", views.changes, name="changes"),
]
