"""The addresses of all live sockets; every other one is closed, and not to be opened again."""

from typing import Any

from django.urls import re_path

from accounts.live.routing import websocket_urlpatterns as of_accounts
from games.live.routing import websocket_urlpatterns as of_games
from live.consumers import NowhereConsumer
from tournaments.live.routing import websocket_urlpatterns as of_tournaments

nowhere: Any = NowhereConsumer.as_asgi()

websocket_urlpatterns = [*of_accounts, *of_games, *of_tournaments, re_path("", nowhere)]
