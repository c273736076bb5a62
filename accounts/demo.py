"""Players for a site that nobody has come to yet; as one of them, anyone may sign in."""

from django.contrib.auth import get_user_model
from django.db import transaction

NAME = "Demo"
PASSWORD = "play-dominoes"  # noqa: S105 (it is printed at every start)
OTHERS = ("Berta", "Carlo", "Dorothea", "Emil")


@transaction.atomic
def make_demo_players() -> None:
    """Asked again, it only sees to it that the sign-in works."""
    players = get_user_model().objects
    for name in OTHERS:
        if not players.named(name).exists():
            players.create_user(username=name)
    demo = players.named(NAME).first() or players.create_user(username=NAME)
    if not demo.check_password(PASSWORD):
        demo.set_password(PASSWORD)
        demo.save(update_fields=["password"])
