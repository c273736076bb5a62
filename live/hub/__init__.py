"""Delivery of news from any process to every browser that watches a room."""

from live.hub.announcing import announce, announcing_together, hub
from live.hub.hubs import Hub
from live.hub.news import LOOK_AGAIN, OVER, Hearing, News, channel_layer, encode

__all__ = [
    "LOOK_AGAIN",
    "OVER",
    "Hearing",
    "Hub",
    "News",
    "announce",
    "announcing_together",
    "channel_layer",
    "encode",
    "hub",
]
