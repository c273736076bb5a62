from typing import Any

from django.urls import path

from tournaments.live.consumers import TournamentConsumer

tournament: Any = TournamentConsumer.as_asgi()

websocket_urlpatterns = [path("ws/tournament/<str:tournament_id>/", tournament)]
