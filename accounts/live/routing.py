from typing import Any

from django.urls import path

from accounts.live.consumers import PlayerConsumer

me: Any = PlayerConsumer.as_asgi()

websocket_urlpatterns = [path("ws/me/", me)]
