"""The addresses of the live sockets."""

from typing import Any

from django.urls import path, re_path

from games.consumers import LobbyConsumer, NowhereConsumer, TableConsumer

lobby: Any = LobbyConsumer.as_asgi()
table: Any = TableConsumer.as_asgi()
nowhere: Any = NowhereConsumer.as_asgi()

websocket_urlpatterns = [
    path("ws/lobby/", lobby),
    path("ws/table/<str:table_id>/", table),
    re_path("", nowhere),
]
