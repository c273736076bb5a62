from django.urls import path

from legal import views

app_name = "legal"
urlpatterns = [
    path("about/", views.index, name="index"),
    path("about/<slug:topic>/", views.page, name="page"),
]
