"""The URLs of all live sockets. Any other socket is closed with a code that tells browsers not to reconnect."""

from typing import Any

from django.urls import re_path

from accounts.live.routing import websocket_urlpatterns as of_accounts
from clubs.talk.routing import websocket_urlpatterns as of_clubs
from games.live.routing import websocket_urlpatterns as of_games
from live.consumers import UnknownPathConsumer
from tournaments.live.routing import websocket_urlpatterns as of_tournaments

nowhere: Any = UnknownPathConsumer.as_asgi()

websocket_urlpatterns = [*of_accounts, *of_clubs, *of_games, *of_tournaments, re_path("", nowhere)]
with_a_token = [*of_games, re_path("", nowhere)]
"""The sockets that bots may open with a token (docs/api.md)."""
