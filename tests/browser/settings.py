"""Settings of the whole site for browser tests: with a fourth game, and with quickly hashed passwords."""

from tests.block_game.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
OUTGOING_STAYS_HERE = True
