"""Requests whose sender is known, for the signatures of views behind `login_required`."""

from django.http import HttpRequest

from accounts.models import Player


class PlayerRequest(HttpRequest):
    user: Player
