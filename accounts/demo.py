"""Demo players for a site that has no visitors yet; anyone may sign in as one of them."""

from django.contrib.auth import get_user_model
from django.db import transaction

NAME = "Demo"
PASSWORD = "play-dominoes"  # noqa: S105 (it is printed at every start)
OTHERS = ("Berta", "Carlo", "Dorothea", "Emil")


@transaction.atomic
def make_demo_players() -> None:
    """Create missing demo players, and make sure that signing in works. Idempotent."""
    players = get_user_model().objects
    for name in OTHERS:
        if not players.named(name).exists():
            players.create_user(username=name)
    demo = players.named(NAME).first() or players.create_user(username=NAME)
    if not demo.check_password(PASSWORD):
        demo.set_password(PASSWORD)
        demo.save(update_fields=["password"])


def remove_password() -> None:
    """Disable the published password on sites without the demo, which also signs out anyone who used it."""
    for demo in get_user_model().objects.named(NAME):
        if demo.check_password(PASSWORD):
            demo.set_unusable_password()
            demo.save(update_fields=["password"])
