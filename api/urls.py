from django.urls import include, path, re_path
from django.views.decorators.http import require_safe

from api import embeds, search_engines
from api.feeds import AllTournaments, ClubNews, TournamentNews
from api.pages import bots, tokens, webhooks
from api.rest.base.problems import not_found_view
from api.rest.site import api

pages = [
    path("preferences/programs/", tokens.show, name="tokens"),
    path("preferences/programs/<int:token_id>/revoke/", tokens.revoke, name="token-revoke"),
    path("preferences/programs/bots/", bots.show, name="bots"),
    path("preferences/programs/bots/<player:name>/", bots.show_one, name="bot"),
    path("preferences/programs/bots/<player:name>/delete/", bots.delete, name="bot-delete"),
    path("preferences/programs/bots/<player:name>/keep/", bots.keep, name="bot-keep"),
    path("tournament/<tournament:tournament_id>/webhooks/", webhooks.show, name="webhooks"),
    path(
        "tournament/<tournament:tournament_id>/webhooks/<int:webhook_id>/take-away/",
        webhooks.delete,
        name="webhook-take-away",
    ),
    path("tournament/<tournament:tournament_id>/webhooks/<int:webhook_id>/on/", webhooks.switch_on, name="webhook-on"),
    path("embed/tournament/<tournament:tournament_id>/standings/", embeds.standings, name="embed-standings"),
    path("embed/table/<table:table_id>/", embeds.board, name="embed-board"),
    path("club/<slug:slug>/news.atom", require_safe(ClubNews()), name="club-news"),
    path("tournament/<tournament:tournament_id>/news.atom", require_safe(TournamentNews()), name="tournament-news"),
    path("robots.txt", search_engines.robots, name="robots"),
    path("sitemap.xml", search_engines.pages, name="sitemap"),
    path("favicon.ico", search_engines.icon, name="icon"),
    path("tournaments/news.atom", require_safe(AllTournaments()), name="tournaments-news"),
]
urlpatterns = [
    path("", include((pages, "api"))),
    path("api/1/", api.urls),
    re_path("^api/", not_found_view, name="api-nowhere"),
]
