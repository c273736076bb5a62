"""What moderation keeps about deleted players, and of closed cases."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import KeptHash, Player
from accounts.personal import deletion, expiry
from accounts.personal.holdings import SECTIONS
from moderation.models import Act, Appeal, Case, Note, Report
from tests.moderation.conftest import reported

NOW = timezone.now()


def gone(player: Player) -> Player:
    deletion.ask(player=player, now=NOW)
    assert deletion.carry_out_due(now=NOW + timedelta(days=14), most=1) == 1
    return Player.objects.get(pk=player.pk)


def closed(case: Case, days_ago: float = 1) -> Case:
    """Close a case in which a moderator has written something."""
    Note.objects.create(case=case, text="Vera again", written_at=NOW)
    Act.objects.create(case=case, kind="warn", player=case.player, at=NOW, reason="You swore at Alice")
    Report.objects.filter(case=case).update(text="Vera swore", evidence={"name": "Vera"})
    Case.objects.filter(pk=case.pk).update(closed_at=NOW - timedelta(days=days_ago), outcome=Case.Outcome.ACTED)
    return Case.objects.get(pk=case.pk)


def test_evidence_of_closed_cases_goes_with_the_player_and_the_figures_stay(vera: Player, alice: Player) -> None:
    case = closed(reported(vera, alice).case)
    Appeal.objects.create(player=vera, act=case.acts.get(), text="It was not me", sent_at=NOW)
    assert gone(vera).username == f"Former player {vera.pk}"
    assert Report.objects.get().evidence == {}
    assert not Note.objects.exists()
    assert (Act.objects.get().kind, Act.objects.get().reason) == ("warn", "")
    assert Appeal.objects.get().text == ""


def test_an_open_case_keeps_its_evidence_and_a_hash_of_the_address(vera: Player, alice: Player) -> None:
    Player.objects.filter(pk=vera.pk).update(email="vera@example.org")
    report = reported(vera, alice)
    Report.objects.update(text="Vera swore")
    gone(vera)
    assert Report.objects.get(pk=report.pk).text == "Vera swore"
    assert KeptHash.objects.of(KeptHash.Kind.MAILBOX, "vera@example.org").exists()


def test_a_report_stays_without_its_reporter(vera: Player, alice: Player) -> None:
    reported(vera, alice)
    deletion.ask(player=alice, now=NOW)
    deletion.carry_out_due(now=NOW + timedelta(days=14), most=1)
    assert Report.objects.get().reporter is None
    assert not Player.objects.filter(pk=alice.pk).exists()


def test_evidence_of_closed_cases_expires(vera: Player, alice: Player, bob: Player) -> None:
    closed(reported(vera, alice).case, days_ago=366)
    fresh = closed(reported(bob, alice).case, days_ago=364)
    assert expiry.apply(expiry.RULES["evidence"], NOW) == 1
    assert expiry.apply(expiry.RULES["evidence"], NOW) == 0
    assert [report.case for report in Report.objects.exclude(text="")] == [fresh]


def test_a_player_is_shown_reports_sent_and_closed_cases_only(vera: Player, alice: Player) -> None:
    case = reported(vera, alice).case
    assert [row["kind"] for row in SECTIONS["reports_sent"](alice)] == ["abuse"]
    assert list(SECTIONS["cases_about_me"](vera)) == []
    closed(case)
    assert [row["outcome"] for row in SECTIONS["cases_about_me"](vera)] == ["acted"]
    assert [row["reason"] for row in SECTIONS["acts_about_me"](vera)] == ["You swore at Alice"]
