"""The addresses of tournaments."""

from django.urls import path, register_converter

from tournaments.converters import TournamentCode
from tournaments.views import pages

register_converter(TournamentCode, "tournament")

app_name = "tournaments"
urlpatterns = [
    path("tournament/<tournament:tournament_id>/", pages.tournament, name="tournament"),
    path("tournament/<tournament:tournament_id>/my-table/", pages.my_table, name="my-table"),
]
