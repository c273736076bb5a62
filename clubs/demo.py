"""Two lively demo clubs for a site that has no visitors yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.demo import NAME as DEMO
from accounts.models import Player
from clubs import services
from clubs.models import Club, Right


@dataclass(frozen=True, slots=True)
class DemoClub:
    """A demo club. `members` join in this order; `officers` maps the officers among them to their rights."""

    name: str
    slug: str
    owner: str
    about: str
    language: str
    time_zone: str
    hue: int
    members: Sequence[str]
    officers: dict[str, Sequence[Right]] = field(default_factory=dict)
    announcements: Sequence[tuple[str, str]] = ()
    """Title and text, oldest first; the first one is pinned."""
    admission: str = Club.Admission.OPEN
    asking: tuple[str, str] | None = None


FRIDAY = DemoClub(
    name="Friday Bones",
    slug="friday-bones",
    owner="Berta",
    about=(
        "Every **Friday at eight** we play Chicken Foot, from double-nine down, as we have done at Berta's kitchen "
        "table for years.\n\nNewcomers are welcome: somebody always explains the toes."
    ),
    language="en",
    time_zone="Europe/Berlin",
    hue=150,
    members=["Carlo", "Dorothea", DEMO],
    officers={"Carlo": list(Right), DEMO: [Right.TOURNAMENTS, Right.ANNOUNCEMENTS]},
    announcements=[
        (
            "How our Fridays go",
            "1. Be there at a quarter to eight, and check in.\n2. We play ten rounds, from double-nine down.\n"
            "3. At half past nine there is a winner.\n\nIf you have to leave early, the house plays on for you.",
        ),
        (
            "The season's table",
            "The **best five evenings** of the season count. So nobody has to come every week, "
            "and late starters still have a chance.",
        ),
        (
            "New: tables for members",
            "Any evening, not only on Fridays: open a table *for members* from this page, "
            "and whoever of us is around finds it in the lobby.",
        ),
    ],
)
CARDINALS = DemoClub(
    name="Circolo dei Cardinali",
    slug="circolo-dei-cardinali",
    owner="Dorothea",
    about=(
        "Amici del **Kardinaldomino** e del Two-Step, da Bolzano a Napoli.\n\n- partite lente durante la settimana\n"
        "- una sera al mese tutti insieme"
    ),
    language="it",
    time_zone="Europe/Rome",
    hue=330,
    members=["Berta", "Carlo"],
    officers={"Berta": [Right.MEMBERS, Right.MODERATION]},
    announcements=[("Benvenuti!", "Chi vuole entrare scrive **due righe**: rispondiamo in giornata.")],
    admission=Club.Admission.REQUEST,
    asking=("Emil", "I play Kardinaldomino with my aunt every summer, and would like to learn more."),
)
CLUBS = (FRIDAY, CARDINALS)


def make_demo_clubs() -> int:
    """Create missing demo clubs; return how many. Existing ones are left as they are."""
    missing = [club for club in CLUBS if not Club.objects.filter(slug=club.slug).exists()]
    for club in missing:
        _found(club, timezone.now())
    return len(missing)


@transaction.atomic
def _found(demo: DemoClub, now: datetime) -> None:
    owner = _player(demo.owner)
    facts: services.Facts = {
        "about": demo.about,
        "language": demo.language,
        "time_zone": demo.time_zone,
        "hue": demo.hue,
        "admission": Club.Admission.OPEN,
    }
    club = services.found(founder=owner, now=now, name=demo.name, slug=demo.slug, **facts)
    for name in demo.members:
        services.join(club_id=club.pk, player=_player(name), now=now)
    for name, rights in demo.officers.items():
        services.promote(club_id=club.pk, by=owner, player_id=_player(name).pk, rights=rights, now=now)
    published = [
        services.publish(club_id=club.pk, by=owner, now=now, title=title, text=text)
        for title, text in demo.announcements
    ]
    services.pin(announcement_id=published[0].pk, by=owner, now=now)
    if demo.admission != Club.Admission.OPEN:
        services.edit(club_id=club.pk, by=owner, now=now, name=demo.name, admission=demo.admission)
    if demo.asking:
        name, line = demo.asking
        services.ask(club_id=club.pk, player=_player(name), now=now, text=line)


def _player(name: str) -> Player:
    return Player.objects.named(name).get()
