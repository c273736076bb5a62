from django.urls import path, register_converter

from accounts.converters import PlayerName
from accounts.pages import my_data, notices, people, standing, views

register_converter(PlayerName, "player")

app_name = "accounts"
urlpatterns = [
    path("@/<player:name>/", views.profile, name="profile"),
    path("@/<player:name>/preview.png", views.profile_picture, name="profile-picture"),
    path("@/<player:name>/block/", people.block, name="block"),
    path("@/<player:name>/unblock/", people.unblock, name="unblock"),
    path("@/<player:name>/mute/", people.mute, name="mute"),
    path("@/<player:name>/unmute/", people.unmute, name="unmute"),
    path("guest/", views.play_as_guest, name="guest"),
    path("keep/", views.keep, name="keep"),
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/people/", people.people, name="people"),
    path("preferences/my-data/", my_data.show, name="my-data"),
    path("preferences/my-data/export/", my_data.ask_for_export, name="export-ask"),
    path("preferences/my-data/export/<int:export_id>/", my_data.download, name="export"),
    path("preferences/my-data/delete/", my_data.delete, name="delete"),
    path("preferences/my-data/keep/", my_data.keep, name="delete-cancel"),
    path("preferences/name/", views.rename, name="rename"),
    path("preferences/looks/", views.looks, name="looks"),
    path("preferences/appearance/", views.appearance, name="appearance"),
    path("preferences/time-zone/", views.time_zone, name="time-zone"),
    path("standing/", standing.show, name="standing"),
    path("standing/<int:sanction_id>/read/", standing.note_read, name="standing-read"),
    path("notices/", notices.NoticeList.as_view(), name="notices"),
    path("notices/read/", notices.read_all, name="notices-read"),
    path("notices/choices/", notices.choices, name="notice-choices"),
    path("notices/push/on/", notices.turn_push_on, name="push-on"),
    path("notices/push/renew/", notices.renew_push, name="push-renew"),
    path("notices/push/off/", notices.turn_push_off, name="push-off"),
    path("notices/push/<int:subscription_id>/remove/", notices.remove_push_browser, name="push-remove"),
    path("push-worker.js", notices.push_worker, name="push-worker"),
    path("notices/stop/<str:token>/", notices.stop, name="notices-stop"),
    path("notices/<uuid:notice_id>/", notices.read, name="notice"),
    # before the same paths of allauth
    path("account/email/", views.change_email),
    path("account/password/change/", views.change_password),
    path("account/password/set/", views.set_password),
]
