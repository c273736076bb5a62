"""The addresses of tables and the lobby."""

from django.urls import URLPattern

app_name = "games"
urlpatterns: list[URLPattern] = []
