from typing import Any

from django.urls import path

from clubs.talk.consumers import ClubConsumer

club: Any = ClubConsumer.as_asgi()

websocket_urlpatterns = [path("ws/club/<str:slug>/", club)]
