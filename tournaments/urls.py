"""The addresses of tournaments."""

from django.urls import path, register_converter

from tournaments.converters import TournamentCode
from tournaments.views import calendars, control, lists, pages, planning, rehearsal, results, seasons, verbs

register_converter(TournamentCode, "tournament")

app_name = "tournaments"
urlpatterns = [
    path("calendar/", calendars.own, name="calendar"),
    path("calendar/renew/", calendars.renew, name="calendar-renew"),
    path("calendar/<str:secret>.ics", calendars.of_player, name="calendar-own"),
    path("calendar/<str:secret>/club/<slug:slug>.ics", calendars.of_players_club, name="calendar-own-club"),
    path("club/<slug:slug>/season/", seasons.table, name="season"),
    path("club/<slug:slug>/season/new/", seasons.edit, name="season-new"),
    path("club/<slug:slug>/season/<int:season_id>/", seasons.edit, name="season-edit"),
    path("club/<slug:slug>/season/<int:season_id>/drop/", seasons.drop, name="season-drop"),
    path("club/<slug:slug>/tournaments.ics", calendars.of_club, name="calendar-club"),
    path("tournament/<tournament:tournament_id>/tournament.ics", calendars.of_tournament, name="ics"),
    path("tournaments/", lists.tournaments, name="list"),
    path("tournaments/new/", planning.new, name="new"),
    path("tournaments/series/<int:series_id>/", lists.series, name="series"),
    path("tournaments/series/<int:series_id>/change/", lists.change_series, name="series-change"),
    path("tournaments/series/<int:series_id>/stop/", lists.stop_series, name="series-stop"),
    path("tournament/<tournament:tournament_id>/plan/", planning.plan, name="plan"),
    path("tournament/<tournament:tournament_id>/plan/edit/", planning.edit, name="plan-edit"),
    path("tournament/<tournament:tournament_id>/plan/announce/", planning.announce, name="announce"),
    path(
        "tournament/<tournament:tournament_id>/plan/registration/", planning.open_registration, name="open-registration"
    ),
    path("tournament/<tournament:tournament_id>/plan/check-in/", planning.open_check_in, name="open-check-in"),
    path("tournament/<tournament:tournament_id>/plan/start/", planning.start, name="start"),
    path("tournament/<tournament:tournament_id>/plan/cancel/", planning.cancel, name="cancel"),
    path("tournament/<tournament:tournament_id>/plan/discard/", planning.discard, name="discard"),
    path("tournament/<tournament:tournament_id>/repeat/", lists.repeat, name="repeat"),
    path("tournament/<tournament:tournament_id>/", pages.tournament, name="tournament"),
    path("tournament/<tournament:tournament_id>/my-table/", pages.my_table, name="my-table"),
    path("tournament/<tournament:tournament_id>/live/", pages.live, name="live"),
    path("tournament/<tournament:tournament_id>/round/<int:number>/", pages.round, name="round"),
    path("tournament/<tournament:tournament_id>/entry/<int:entry_id>/", pages.entry, name="entry"),
    path("tournament/<tournament:tournament_id>/enter/", verbs.enter, name="enter"),
    path("tournament/<tournament:tournament_id>/withdraw/", verbs.withdraw, name="withdraw"),
    path("tournament/<tournament:tournament_id>/check-in/", verbs.check_in, name="check-in"),
    path("tournament/<tournament:tournament_id>/sit-out/", verbs.sit_out, name="sit-out"),
    path("tournament/<tournament:tournament_id>/come-back/", verbs.come_back, name="come-back"),
    path("tournament/<tournament:tournament_id>/say/", verbs.say, name="say"),
    path("tournament/<tournament:tournament_id>/tournament.json", results.as_json, name="json"),
    path("tournament/<tournament:tournament_id>/standings.csv", results.as_csv, name="csv"),
    path("tournament/<tournament:tournament_id>/records.zip", results.records, name="records"),
    path("tournament/<tournament:tournament_id>/control/", control.control, name="control"),
    path("tournament/<tournament:tournament_id>/control/live/", control.live, name="control-live"),
    path("tournament/<tournament:tournament_id>/control/log/", control.log, name="control-log"),
    path("tournament/<tournament:tournament_id>/control/round/<int:number>/", control.round, name="control-round"),
    path("tournament/<tournament:tournament_id>/control/<slug:verb>/", control.act, name="control-act"),
    path("tournament/<tournament:tournament_id>/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("tournament/<tournament:tournament_id>/rehearsal/progress/", rehearsal.progress, name="rehearsal-progress"),
    path("tournament/<tournament:tournament_id>/rehearsal/start/", rehearsal.start, name="rehearsal-start"),
    path("tournament/<tournament:tournament_id>/picture.png", results.picture, name="picture"),
]
