"""A request type with an authenticated user, for views behind `login_required`."""

from django.http import HttpRequest

from accounts.models import Player


class PlayerRequest(HttpRequest):
    user: Player
