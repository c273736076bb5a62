"""The addresses of players: profile, preferences, playing as a guest."""

from django.urls import URLPattern

app_name = "accounts"
urlpatterns: list[URLPattern] = []
