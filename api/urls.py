from django.urls import include, path, re_path
from django.views.decorators.http import require_safe

from api import embeds
from api.feeds import AllTournaments, ClubNews, TournamentNews
from api.pages import tokens, webhooks
from api.rest.problems import not_found_view
from api.rest.site import api

pages = [
    path("preferences/programs/", tokens.show, name="tokens"),
    path("preferences/programs/<int:token_id>/revoke/", tokens.revoke, name="token-revoke"),
    path("tournament/<tournament:tournament_id>/webhooks/", webhooks.show, name="webhooks"),
    path(
        "tournament/<tournament:tournament_id>/webhooks/<int:webhook_id>/take-away/",
        webhooks.take_away,
        name="webhook-take-away",
    ),
    path("tournament/<tournament:tournament_id>/webhooks/<int:webhook_id>/on/", webhooks.switch_on, name="webhook-on"),
    path("embed/tournament/<tournament:tournament_id>/standings/", embeds.standings, name="embed-standings"),
    path("embed/table/<table:table_id>/", embeds.board, name="embed-board"),
    path("club/<slug:slug>/news.atom", require_safe(ClubNews()), name="club-news"),
    path("tournament/<tournament:tournament_id>/news.atom", require_safe(TournamentNews()), name="tournament-news"),
    path("tournaments/news.atom", require_safe(AllTournaments()), name="tournaments-news"),
]
urlpatterns = [
    path("", include((pages, "api"))),
    path("api/1/", api.urls),
    re_path("^api/", not_found_view, name="api-nowhere"),
]
