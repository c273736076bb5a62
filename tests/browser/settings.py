"""Settings of the whole site for browsers: with the fourth game, and with passwords that are hashed quickly."""

from tests.block_game.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
OUTGOING_STAYS_HERE = True
