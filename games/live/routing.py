from typing import Any

from django.urls import path

from games.live.consumers import LobbyConsumer, TableConsumer

lobby: Any = LobbyConsumer.as_asgi()
table: Any = TableConsumer.as_asgi()

websocket_urlpatterns = [
    path("ws/lobby/", lobby),
    path("ws/table/<str:table_id>/", table),
]
