"""The addresses of clubs."""

from django.urls import path

from clubs.views import announcing, desk, directory, founding, joining, page, people

app_name = "clubs"
urlpatterns = [
    path("clubs/", directory.directory, name="directory"),
    path("clubs/new/", founding.found, name="found"),
    path("club/<slug:slug>/", page.club, name="club"),
    path("club/<slug:slug>/live/", page.live, name="live"),
    path("club/<slug:slug>/emblem/", page.emblem, name="emblem"),
    path("club/<slug:slug>/members/", page.members, name="members"),
    path("club/<slug:slug>/announcements/", page.announcements, name="announcements"),
    path("club/<slug:slug>/log/", page.log, name="log"),
    path("club/<slug:slug>/edit/", founding.edit, name="edit"),
    path("club/<slug:slug>/edit/picture/", founding.picture, name="picture"),
    path("club/<slug:slug>/edit/picture/drop/", founding.drop_picture, name="drop-picture"),
    path("club/<slug:slug>/close/", founding.close, name="close"),
    path("club/<slug:slug>/join/", joining.join, name="join"),
    path("club/<slug:slug>/ask/", joining.ask, name="ask"),
    path("club/<slug:slug>/withdraw/", joining.withdraw, name="withdraw"),
    path("club/<slug:slug>/leave/", joining.leave, name="leave"),
    path("club/<slug:slug>/invited/<str:secret>/", joining.invited, name="invited"),
    path("club/<slug:slug>/invited/<str:secret>/come/", joining.come_by_invitation, name="come"),
    path("club/<slug:slug>/desk/", desk.desk, name="desk"),
    path("club/<slug:slug>/requests/<int:request_id>/accept/", desk.accept, name="accept"),
    path("club/<slug:slug>/requests/<int:request_id>/refuse/", desk.refuse, name="refuse"),
    path("club/<slug:slug>/invitations/new/", desk.invite, name="invite"),
    path("club/<slug:slug>/invitations/<int:invitation_id>/revoke/", desk.revoke, name="revoke"),
    path("club/<slug:slug>/bans/new/", desk.ban, name="ban"),
    path("club/<slug:slug>/bans/<int:ban_id>/lift/", desk.lift, name="lift"),
    path("club/<slug:slug>/members/<player:name>/", people.member, name="member"),
    path("club/<slug:slug>/members/<player:name>/officer/", people.promote, name="promote"),
    path("club/<slug:slug>/members/<player:name>/demote/", people.demote, name="demote"),
    path("club/<slug:slug>/members/<player:name>/hand-over/", people.hand_over, name="hand-over"),
    path("club/<slug:slug>/members/<player:name>/remove/", people.remove, name="remove"),
    path("club/<slug:slug>/members/<player:name>/ban/", people.ban, name="ban-member"),
    path("club/<slug:slug>/announcements/new/", announcing.write, name="write"),
    path("club/<slug:slug>/announcements/<int:announcement_id>/edit/", announcing.revise, name="revise"),
    path("club/<slug:slug>/announcements/<int:announcement_id>/pin/", announcing.pin, name="pin"),
    path("club/<slug:slug>/announcements/<int:announcement_id>/unpin/", announcing.unpin, name="unpin"),
    path("club/<slug:slug>/announcements/<int:announcement_id>/delete/", announcing.take_down, name="take-down"),
]
