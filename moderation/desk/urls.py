"""The addresses of the desk, below /admin/desk/, for which the admin requires signing in."""

from django.urls import URLPattern, path

from moderation.desk import acting, appeals, case, erasing, figures, health, match, queue

urlpatterns: list[URLPattern] = [
    path("queue/", queue.queue, name="desk_queue"),
    path("cases/<int:case_id>/", case.case, name="desk_case"),
    path("cases/<int:case_id>/claim/", queue.claim, name="desk_claim"),
    path("cases/<int:case_id>/release/", case.release, name="desk_release"),
    path("cases/<int:case_id>/close/", case.close, name="desk_close"),
    path("cases/<int:case_id>/note/", case.write_note, name="desk_note"),
    path("cases/<int:case_id>/private-chat/", case.private_chat, name="desk_private_chat"),
    path("cases/<int:case_id>/compare/", case.compare, name="desk_compare"),
    path("cases/<int:case_id>/act/", acting.act, name="desk_act"),
    path("acts/<int:act_id>/lift/", acting.lift, name="desk_lift"),
    path("approvals/", acting.approvals, name="desk_approvals"),
    path("approvals/<int:act_id>/", acting.decide, name="desk_decide"),
    path("appeals/", appeals.appeals, name="desk_appeals"),
    path("appeals/<int:appeal_id>/", appeals.answer, name="desk_answer"),
    path("tournament-appeals/<int:appeal_id>/", appeals.answer_in_tournament, name="desk_answer_in_tournament"),
    path("figures/", figures.figures, name="desk_figures"),
    path("accounts/<int:player_id>/deletion/", erasing.erase, name="desk_erase"),
    path("health/", health.health, name="desk_health"),
    path("cases/<int:case_id>/same/", case.same_people, name="desk_same"),
    path("matches/<slug:table_id>/", match.match, name="desk_match"),
    path("matches/<slug:table_id>/hands/", match.open_hands, name="desk_open_hands"),
]
