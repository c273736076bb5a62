from django.urls import path, register_converter

from tournaments.calendars import views as calendar_views
from tournaments.calls import views as call_views
from tournaments.control import views as control_views
from tournaments.converters import TournamentCode
from tournaments.divisions import views as division_views
from tournaments.hours import views as hour_views
from tournaments.pages import lists, player_actions, views
from tournaments.pages.exports import views as export_views
from tournaments.pages.hall import views as hall_views
from tournaments.pages.teams import views as team_views
from tournaments.planning import views as planning_views
from tournaments.planning.series import views as series_views
from tournaments.rehearsal import views as rehearsal_views
from tournaments.season import views as season_views

register_converter(TournamentCode, "tournament")

app_name = "tournaments"
urlpatterns = [
    path("calendar/", calendar_views.own, name="calendar"),
    path("calendar/renew/", calendar_views.renew, name="calendar-renew"),
    path("calendar/<str:secret>.ics", calendar_views.of_player, name="calendar-own"),
    path("calendar/<str:secret>/club/<slug:slug>.ics", calendar_views.of_players_club, name="calendar-own-club"),
    path("club/<slug:slug>/season/", season_views.table, name="season"),
    path("club/<slug:slug>/season/new/", season_views.edit, name="season-new"),
    path("club/<slug:slug>/season/<int:season_id>/", season_views.edit, name="season-edit"),
    path("club/<slug:slug>/season/<int:season_id>/drop/", season_views.drop, name="season-drop"),
    path("club/<slug:slug>/leagues/", division_views.leagues, name="leagues"),
    path("club/<slug:slug>/leagues/new/", division_views.new, name="league-new"),
    path("club/<slug:slug>/leagues/<int:league_id>/", division_views.league, name="league"),
    path("club/<slug:slug>/leagues/<int:league_id>/league.csv", export_views.league_as_csv, name="league-csv"),
    path("club/<slug:slug>/leagues/<int:league_id>/change/", division_views.change, name="league-change"),
    path("club/<slug:slug>/tournaments.ics", calendar_views.of_club, name="calendar-club"),
    path("tournament/<tournament:tournament_id>/tournament.ics", calendar_views.of_tournament, name="ics"),
    path("tournaments/", lists.tournaments, name="list"),
    path("tournaments/bar/", views.bar, name="bar"),
    path("tournaments/new/", planning_views.new, name="new"),
    path("tournaments/series/<int:series_id>/", series_views.series, name="series"),
    path("tournaments/series/<int:series_id>/change/", series_views.change_series, name="series-change"),
    path("tournaments/series/<int:series_id>/stop/", series_views.stop_series, name="series-stop"),
    path("tournament/<tournament:tournament_id>/plan/", planning_views.plan, name="plan"),
    path("tournament/<tournament:tournament_id>/plan/edit/", planning_views.edit, name="plan-edit"),
    path("tournament/<tournament:tournament_id>/plan/discard/", planning_views.discard, name="discard"),
    path("tournament/<tournament:tournament_id>/repeat/", series_views.repeat, name="repeat"),
    path("tournament/<tournament:tournament_id>/", views.tournament, name="tournament"),
    path("tournament/<tournament:tournament_id>/my-table/", views.my_table, name="my-table"),
    path("tournament/<tournament:tournament_id>/live/", views.live, name="live"),
    path("tournament/<tournament:tournament_id>/players/", views.players, name="players"),
    path("tournament/<tournament:tournament_id>/round/<int:number>/", views.round, name="round"),
    path("tournament/<tournament:tournament_id>/entry/<int:entry_id>/", views.entry, name="entry"),
    path("tournament/<tournament:tournament_id>/enter/", player_actions.enter, name="enter"),
    path("tournament/<tournament:tournament_id>/accept/", player_actions.accept, name="accept"),
    path("tournament/<tournament:tournament_id>/decline/", player_actions.decline, name="decline"),
    path("tournament/<tournament:tournament_id>/withdraw/", player_actions.withdraw, name="withdraw"),
    path("tournament/<tournament:tournament_id>/check-in/", player_actions.check_in, name="check-in"),
    path("tournament/<tournament:tournament_id>/sit-out/", player_actions.sit_out, name="sit-out"),
    path("tournament/<tournament:tournament_id>/come-back/", player_actions.come_back, name="come-back"),
    path("tournament/<tournament:tournament_id>/say/", player_actions.say, name="say"),
    path("tournament/<tournament:tournament_id>/team/new/", team_views.make, name="team-new"),
    path("tournament/<tournament:tournament_id>/team/<int:team_id>/", team_views.team, name="team"),
    path("tournament/<tournament:tournament_id>/team/<int:team_id>/invite/", team_views.invite, name="team-invite"),
    path(
        "tournament/<tournament:tournament_id>/team/<int:team_id>/take-back/",
        team_views.take_back,
        name="team-take-back",
    ),
    path("tournament/<tournament:tournament_id>/team/<row:team_id>/join/", team_views.join, name="team-join"),
    path("tournament/<tournament:tournament_id>/team/<row:team_id>/decline/", team_views.decline, name="team-decline"),
    path("tournament/<tournament:tournament_id>/team/<int:team_id>/line-up/", team_views.line_up, name="team-line-up"),
    path("tournament/<tournament:tournament_id>/wall/", hall_views.show_wall, name="wall"),
    path("tournament/<tournament:tournament_id>/here/", hall_views.here, name="here"),
    path("tournament/<tournament:tournament_id>/watch/", hall_views.watch, name="watch"),
    path("tournament/<tournament:tournament_id>/watch/live/", hall_views.watch_live, name="watch-live"),
    path("tournament/<tournament:tournament_id>/print/poster/", hall_views.print_poster, name="print-poster"),
    path("tournament/<tournament:tournament_id>/print/standings/", hall_views.print_standings, name="print-standings"),
    path(
        "tournament/<tournament:tournament_id>/print/seating/<int:number>/",
        hall_views.print_seating,
        name="print-seating",
    ),
    path(
        "tournament/<tournament:tournament_id>/print/scores/<int:number>/",
        hall_views.print_scores,
        name="print-scores",
    ),
    path("tournament/<tournament:tournament_id>/hour/", hour_views.hour, name="hour"),
    path("tournament/<tournament:tournament_id>/decisions/", call_views.decisions, name="decisions"),
    path("tournaments/call/<table:table_id>/", call_views.call, name="call"),
    path("tournament/<tournament:tournament_id>/tournament.json", export_views.as_json, name="json"),
    path("tournament/<tournament:tournament_id>/standings.csv", export_views.as_csv, name="csv"),
    path("tournament/<tournament:tournament_id>/records.zip", export_views.records, name="records"),
    path("tournament/<tournament:tournament_id>/control/", control_views.control, name="control"),
    path("tournament/<tournament:tournament_id>/control/live/", control_views.live, name="control-live"),
    path("tournament/<tournament:tournament_id>/control/log/", control_views.log, name="control-log"),
    path(
        "tournament/<tournament:tournament_id>/control/round/<int:number>/", control_views.round, name="control-round"
    ),
    path("tournament/<tournament:tournament_id>/control/<slug:slug>/", control_views.action, name="control-action"),
    path("tournament/<tournament:tournament_id>/rehearsal/", rehearsal_views.rehearsal, name="rehearsal"),
    path(
        "tournament/<tournament:tournament_id>/rehearsal/progress/", rehearsal_views.progress, name="rehearsal-progress"
    ),
    path("tournament/<tournament:tournament_id>/rehearsal/start/", rehearsal_views.start, name="rehearsal-start"),
    path("tournament/<tournament:tournament_id>/picture.png", export_views.picture, name="picture"),
]
