"""Demo cases of each kind, an appeal, and a moderator to judge them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.mfa.utils import is_mfa_enabled
from django.db import transaction
from django.utils import timezone

import chat.services as chat
from accounts import roles, standing
from accounts.demo import NAME as DEMO
from accounts.models import Player
from clubs.models import Club
from common.codes import new_secret
from games.models import Table
from games.services.chat import OnlookersRoom
from moderation.evidence import Viewer, find
from moderation.models import Case, Matter
from moderation.services import appeals, reporting

MODERATOR = "Mona"
RUDE, ADVERTISER = "Rudi", "FreeCoins24"

LINES = (
    ("Berta", "Good evening, everybody!"),
    (RUDE, "You play like my grandmother, you losers."),
    ("Carlo", "Please stay friendly."),
    (RUDE, "I know where you live, Carlo. Just wait."),
    (ADVERTISER, "10 000 free coins for everyone: free-coins.example"),
)


@dataclass(frozen=True, slots=True)
class DemoReport:
    """A demo report: who reports what, and how long ago. Lines are named by number, tables by owner."""

    reporter: str | None
    kind: Matter
    subject: tuple[str, str | int]
    text: str
    hours_ago: int
    about: str = ""


REPORTS = (
    DemoReport("Berta", Matter.ABUSE, ("line", 1), "He says that to everybody.", 5),
    DemoReport("Carlo", Matter.ABUSE, ("line", 1), "", 4),
    DemoReport("Carlo", Matter.DANGER, ("player", RUDE), "He threatens me in the chat of Emil's table.", 1),
    DemoReport("Dorothea", Matter.CHEATING, ("table", "Carlo"), "He always knows what I hold.", 20, about="Carlo"),
    DemoReport("Emil", Matter.STALLING, ("table", "Emil"), "Waits until the last second, every time.", 30),
    DemoReport(DEMO, Matter.NAME, ("player", ADVERTISER), "Is this a name?", 9),
    DemoReport("Berta", Matter.SPAM, ("line", 4), "", 3),
    DemoReport(None, Matter.OTHER, ("emblem", "friday-bones"), "I drew this picture, and nobody asked me.", 48),
)


@transaction.atomic
def make_demo_cases(now: datetime | None = None) -> int:
    """Create a case of each kind and a waiting appeal, on a site without cases; return how many cases there are."""
    if Case.objects.exists():
        return 0
    now = now or timezone.now()
    for name in (RUDE, ADVERTISER):
        if not Player.objects.named(name).exists():
            Player.objects.create_user(username=name)
    lines = _talk(now)
    for report in REPORTS:
        _send(report, lines, now)
    _appeal(now)
    return Case.objects.count()


def _talk(now: datetime) -> list[int]:
    """Let demo players talk at Emil's open table; return the ids of the lines."""
    room = OnlookersRoom(_table_of("Emil"))
    return [
        chat.tell(room, author=Player.objects.named(name).get(), text=text, now=now - timedelta(hours=6)).pk
        for name, text in LINES
    ]


def _table_of(owner: str) -> str:
    return Table.objects.filter(owner__username=owner).latest("opened_at").pk


def _send(report: DemoReport, lines: list[int], now: datetime) -> None:
    kind, key = report.subject
    if kind == "line":
        key = lines[int(key)]
    elif kind == "table":
        key = _table_of(str(key))
    elif kind == "emblem" and not Club.objects.alive().filter(slug=key).exists():
        return
    reporter = Player.objects.named(report.reporter).get() if report.reporter else None
    source = find(kind, str(key), Viewer(reporter))
    assert source is not None, report
    reporting.report(
        subject=source.subject(Player.objects.named(report.about).first() if report.about else None),
        kind=report.kind,
        text=report.text,
        reporter=reporter,
        address=None,
        now=now - timedelta(hours=report.hours_ago),
    )


def _appeal(now: datetime) -> None:
    """Let the advertiser appeal against being muted."""
    player = Player.objects.named(ADVERTISER).get()
    since = now - timedelta(hours=2)
    reason = "You have advertised, or written the same again and again."
    sanction = standing.impose(player=player, kind="muted", reason=reason, now=since, until=now + timedelta(days=7))
    appeals.appeal(player=player, sanction=sanction, text="It is a gift, not an advertisement!", now=now)


@transaction.atomic
def make_demo_moderator() -> str:
    """Create a moderator, and set and return a new password unless a second factor protects the account.

    Another player who happens to have this name gets neither role nor password.
    """
    moderator = Player.objects.named(MODERATOR).first()
    if moderator is None:
        moderator = Player.objects.create_user(username=MODERATOR)
        roles.give_role(player=moderator, role=roles.Role.MODERATOR)
    elif roles.kept_role(moderator) is None or is_mfa_enabled(moderator):
        return ""
    password = new_secret()
    moderator.set_password(password)
    moderator.save(update_fields=["password"])
    return password
