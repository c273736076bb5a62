from django.urls import path, register_converter

from games.converters import TableCode
from games.views import actions, history, lessons, lobby, opening, replays, results, rules, table

register_converter(TableCode, "table")

app_name = "games"
urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("lobby/tables/", lobby.tables, name="tables"),
    path("lobby/elsewhere/", lobby.elsewhere, name="elsewhere"),
    path("play/<slug:game>/", lobby.play_now, name="play-now"),
    path("open/", opening.choose_game, name="open-any"),
    path("open/<slug:game>/", opening.open_table, name="open"),
    path("table/<table:table_id>/", table.table, name="table"),
    path("table/<table:table_id>/room/", table.room, name="room"),
    path("table/<table:table_id>/join/", actions.join, name="join"),
    path("table/<table:table_id>/get-up/", actions.get_up, name="get-up"),
    path("table/<table:table_id>/remove/", actions.remove, name="remove"),
    path("table/<table:table_id>/close/", actions.close, name="close"),
    path("table/<table:table_id>/start/", actions.start, name="start"),
    path("table/<table:table_id>/back/", actions.back, name="back"),
    path("table/<table:table_id>/leave/", actions.leave, name="leave"),
    path("table/<table:table_id>/mute/", actions.mute, name="mute"),
    path("table/<table:table_id>/unmute/", actions.unmute, name="unmute"),
    path("table/<table:table_id>/rematch/", actions.rematch, name="rematch"),
    path("table/<table:table_id>/result/", results.result, name="result"),
    path("table/<table:table_id>/record.json", results.record, name="record"),
    path("table/<table:table_id>/replay/<int:deal>.json", replays.replay, name="replay"),
    path("table/<table:table_id>/so-far/<int:deal>.json", replays.deal_so_far, name="so-far"),
    path("table/<table:table_id>/layout/<int:deal>/<int:step>.svg", replays.layout, name="layout"),
    path("table/<table:table_id>/preview.png", replays.preview, name="preview"),
    path("table/<table:table_id>/what-if/", replays.what_if, name="what-if"),
    path(
        "table/<table:table_id>/what-if/<int:deal>/<int:step>/<int:seat>.json",
        replays.what_if_line,
        name="what-if-line",
    ),
    path("matches/", history.search, name="search"),
    path("games/of/<player:name>/", history.matches_of, name="matches_of"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:game>/", rules.rules_of, name="rules-of"),
    path("rules/<slug:game>/example/<int:deal>.json", rules.example, name="example"),
    path("learn/", lessons.learn, name="learn"),
    path("learn/<slug:game>/", lessons.lesson, name="lesson"),
    path("learn/<slug:game>/steps.json", lessons.steps, name="lesson-steps"),
    path("keyboard/", rules.keyboard, name="keyboard"),
    path("fair-deals/", rules.fair_deals, name="fair_deals"),
]
