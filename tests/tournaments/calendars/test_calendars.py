"""Calendars, parsed as calendar apps do: times around clock changes, and who may read them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import Player
from clubs.models import Membership
from tests.tournaments.people import LEAGUE, advanced, date_of, players, started, the_house_plays
from tests.tournaments.plans import announced, changed, club_of, open_to_all, planned
from tournaments.calendars import addresses, feeds
from tournaments.life import entering, stages
from tournaments.models import Tournament
from tournaments.planning import plans
from tournaments.terms.moments import nearest_moment

DAY = timedelta(days=1)


def read(body: bytes) -> Calendar:
    calendar = Calendar.from_ical(body)
    assert isinstance(calendar, Calendar)
    for component in calendar.walk():
        assert not component.errors
    return calendar


def events(body: bytes) -> list[Any]:
    return list(read(body).walk("VEVENT"))


def at(tournament: Tournament, local: str) -> Tournament:
    """Return a tournament that starts at this local time in Berlin, even in the past."""
    start = nearest_moment(datetime.fromisoformat(local), "Europe/Berlin")
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=start)
    return Tournament.objects.get(pk=tournament.pk)


def written(*tournaments: Tournament) -> bytes:
    for one in tournaments:
        one.entered = 8  # type: ignore[attr-defined]
    return feeds.written("Friends", tournaments)


def test_eight_in_the_evening_is_eight_before_and_after_the_clocks_change(olga: Player) -> None:
    winter, summer = at(announced(olga), "2027-03-26T20:00"), at(announced(olga), "2027-04-02T20:00")
    body = written(winter, summer)
    assert body.count(b"BEGIN:VTIMEZONE") == 1
    assert b"DTSTART;TZID=Europe/Berlin:20270326T200000" in body
    assert b"DTSTART;TZID=Europe/Berlin:20270402T200000" in body
    starts = [event.start for event in events(body)]
    assert [start.utcoffset() for start in starts] == [timedelta(hours=1), timedelta(hours=2)]
    assert [start.timestamp() for start in starts] == [winter.starts_at.timestamp(), summer.starts_at.timestamp()]


def test_the_zone_in_the_calendar_defines_when_the_clocks_change(olga: Player) -> None:
    """As read by an app that only knows the time zones in the file."""
    body = written(at(announced(olga), "2027-04-02T20:00")).replace(b"Europe/Berlin", b"Elsewhere")
    zone = next(iter(read(body).timezones)).to_tz(lookup_tzid=False)
    for local, hours in [
        ("2027-03-28T01:59", 1),
        ("2027-03-28T03:00", 2),
        ("2027-10-31T01:59", 2),
        ("2027-10-31T03:00", 1),
    ]:
        assert datetime.fromisoformat(local).replace(tzinfo=zone).utcoffset() == timedelta(hours=hours), local


def test_a_tournament_in_utc_needs_no_zone(olga: Player) -> None:
    body = written(announced(olga, time_zone="UTC"))
    assert b"VTIMEZONE" not in body
    assert b"DTSTART:20260306T190000Z" in body


def test_an_event_has_its_texts_and_alarms(olga: Player) -> None:
    tournament = announced(
        olga, club_of(olga), name="Bones, beer; & more", description="**Bring** cake.\n\nSee you", check_in_minutes=15
    )
    event = events(written(tournament))[0]
    assert event["uid"] == f"{tournament.pk}@tournaments.boneyard"
    assert event["summary"] == "Bones, beer; & more"
    assert event["sequence"] == tournament.version
    assert event["status"] == "CONFIRMED"
    assert event["url"].endswith(f"/tournament/{tournament.pk}/")
    assert "Chicken Foot" in event["description"]
    assert "Bring cake." in event["description"]
    assert event.end > event.start
    assert [alarm["trigger"].dt for alarm in event.walk("VALARM")] == [-timedelta(hours=1), -timedelta(minutes=15)]
    assert max(len(line) for line in written(tournament).split(b"\r\n")) <= 75


def test_every_line_conforms_to_the_format(olga: Player) -> None:
    words = "Bones, beer; \\new 🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡🁡"
    tournament = announced(olga, name=words, description="Ünder\n\nEND:VEVENT\n" + words * 9, check_in_minutes=15)
    tournament.entered = 8  # type: ignore[attr-defined]
    body = feeds.written(words, [tournament])
    lines = body.split(b"\r\n")
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    assert all(len(line) <= 75 and line.decode() for line in lines[:-1])
    assert lines.count(b"END:VEVENT") == 1
    unfolded = body.replace(b"\r\n ", b"").decode().split("\r\n")
    escaped = "Bones\\, beer\\; \\\\new 🁡"
    for prop in ("NAME", "X-WR-CALNAME", "SUMMARY"):
        assert any(line.startswith(f"{prop}:{escaped}") for line in unfolded), prop
    assert "X-PUBLISHED-TTL:PT1H" in unfolded
    assert events(body)[0]["summary"] == words


def test_an_empty_calendar_is_still_valid(olga: Player) -> None:
    """A calendar must not be empty (RFC 5545, 3.6)."""
    assert [component.name for component in read(feeds.written("Friends", [])).subcomponents] == ["VTIMEZONE"]


def test_a_changed_event_keeps_its_uid_and_has_a_higher_sequence(olga: Player) -> None:
    tournament = announced(olga)
    before = events(written(tournament))[0]
    plans.change(tournament_id=tournament.pk, to=changed(starts_at=tournament.starts_at + DAY))
    stages.cancel(tournament_id=tournament.pk, because="Snow")
    tournament.refresh_from_db()
    after = events(written(tournament))[0]
    assert after["uid"] == before["uid"]
    assert after["sequence"] > before["sequence"]
    assert after["status"] == "CANCELLED"
    assert not after.walk("VALARM")


# --- Leagues ---


def league_of(olga: Player, **columns: Any) -> Tournament:
    return started(olga, players(4), LEAGUE, time_zone="Europe/Berlin", **columns)


def test_a_league_has_an_event_for_each_round(olga: Player) -> None:
    league = at(announced(olga, game="two-step", format="round-robin", days_between=7, least=4), "2027-03-19T20:00")
    league.entered = 4  # type: ignore[attr-defined]
    found = events(feeds.written("Friends", [league]))
    assert [str(event["summary"]) for event in found] == [f"{league.name}, round {number}" for number in (1, 2, 3)]
    assert [f"{event.start:%d.%m. %H:%M}" for event in found] == ["19.03. 20:00", "26.03. 20:00", "02.04. 20:00"]
    assert [event.start.utcoffset() for event in found] == [timedelta(hours=hours) for hours in (1, 1, 2)]
    assert len({str(event["uid"]) for event in found}) == 3
    assert all(event.end > event.start and len(event.walk("VALARM")) == 1 for event in found)


def test_rounds_of_a_league_have_their_actual_or_planned_start(client: Client, olga: Player) -> None:
    league = league_of(olga)
    entering.withdraw(tournament_id=league.pk, player=Player.objects.get(username="Player4"))
    the_house_plays(league)
    late = date_of(league, 2) + timedelta(hours=2)
    advanced(league, late)
    found = events(client.get(f"/tournament/{league.pk}/tournament.ics").content)
    assert [event.start.timestamp() for event in found] == [
        int(moment.timestamp()) for moment in (league.starts_at, late, date_of(league, 3))
    ]
    assert [len(event.walk("VALARM")) for event in found] == [0, 0, 1]


def test_a_long_league_stays_in_the_calendar_while_it_runs(client: Client, olga: Player) -> None:
    league = league_of(olga)
    address = f"/tournament/{league.pk}/tournament.ics"
    Tournament.objects.update(starts_at=league.starts_at - 100 * DAY)
    assert len(names(client, address)) == 3
    Tournament.objects.update(status="cancelled")
    assert names(client, address) == []


def test_a_league_that_is_over_shows_the_rounds_that_were_played(client: Client, olga: Player) -> None:
    league = league_of(olga)
    for number in (2, 3, 4):
        the_house_plays(league)
        league = advanced(league, date_of(league, number))
    assert league.status == Tournament.Status.FINISHED
    assert len(names(client, f"/tournament/{league.pk}/tournament.ics")) == 3


def test_a_calendar_of_leagues_takes_two_queries_more_however_many(
    client: Client, olga: Player, django_assert_num_queries: Any
) -> None:
    club = club_of(olga)
    plan = {"game": "two-step", "format": "round-robin", "days_between": 7}
    for number in (1, 4):
        for _league in range(number):
            announced(olga, club, **soon(**plan))
        with django_assert_num_queries(4):
            client.get("/club/friends/tournaments.ics")


# --- Addresses ---


def soon(**columns: Any) -> dict[str, Any]:
    now = timezone.now()
    return {"registration_at": now, "starts_at": now + 3 * DAY, **columns}


def names(client: Client, address: str) -> list[str]:
    response = client.get(address)
    assert response.status_code == 200, address
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return sorted(str(event["summary"]) for event in events(response.content))


def test_a_club_shows_what_is_announced_and_no_drafts(client: Client, olga: Player) -> None:
    club = club_of(olga)
    announced(olga, club, **soon(name="Coming"))
    planned(olga, club, **soon(name="Draft"))
    announced(olga, **soon(name="Elsewhere"))
    assert names(client, "/club/friends/tournaments.ics") == ["Coming"]


def test_only_members_read_a_private_clubs_calendar_at_their_own_address(
    client: Client, olga: Player, alice: Player, bob: Player
) -> None:
    club = club_of(olga, is_private=True)
    Membership.objects.create(club=club, player=alice)
    announced(olga, club, **soon(name="Hidden"))
    tournament = Tournament.objects.get()
    assert client.get("/club/friends/tournaments.ics").status_code == 404
    assert client.get(f"/tournament/{tournament.pk}/tournament.ics").status_code == 404
    of_alice, of_bob = (addresses.calendar_secret(player=player) for player in (alice, bob))
    assert names(client, f"/calendar/{of_alice}/club/friends.ics") == ["Hidden"]
    assert client.get(f"/calendar/{of_bob}/club/friends.ics").status_code == 404
    assert client.get("/calendar/nonsense/club/friends.ics").status_code == 404
    Membership.objects.filter(player=alice).delete()
    assert client.get(f"/calendar/{of_alice}/club/friends.ics").status_code == 404


def test_alices_own_calendar_has_what_she_entered_and_what_she_organises(
    client: Client, olga: Player, alice: Player, bob: Player
) -> None:
    entered = open_to_all(olga, **soon(name="Entered", most=2))
    announced(alice, **soon(name="Organised"))
    announced(olga, **soon(name="Neither"))
    for player in (bob, olga, alice):
        entering.enter(tournament_id=entered.pk, player=player)
    address = f"/calendar/{addresses.calendar_secret(player=alice)}.ics"
    assert names(client, address) == ["Entered", "Organised"]
    statuses = {str(one["summary"]): str(one["status"]) for one in events(client.get(address).content)}
    assert statuses == {"Entered": "TENTATIVE", "Organised": "CONFIRMED"}
    entering.withdraw(tournament_id=entered.pk, player=alice)
    assert names(client, address) == ["Organised"]


def test_an_address_can_be_renewed_and_the_old_one_stops_working(client: Client, alice: Player) -> None:
    client.force_login(alice)
    old = addresses.calendar_secret(player=alice)
    assert f"/calendar/{old}.ics" in client.get("/calendar/").content.decode()
    client.post("/calendar/renew/")
    assert client.get(f"/calendar/{old}.ics").status_code == 404
    assert client.get(f"/calendar/{addresses.calendar_secret(player=alice)}.ics").status_code == 200


def test_visitors_have_no_calendar_of_their_own(client: Client, db: None) -> None:
    assert client.get("/calendar/")["Location"].startswith("/account/login/")
    assert client.post("/calendar/renew/")["Location"].startswith("/account/login/")


def test_what_has_not_changed_is_not_sent_again(client: Client, olga: Player, alice: Player) -> None:
    tournament = open_to_all(olga, **soon())
    address = f"/tournament/{tournament.pk}/tournament.ics"
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address, headers={"If-Modified-Since": first["Last-Modified"]}).status_code == 304
    assert first["Cache-Control"] == "private, max-age=300"
    plans.change(tournament_id=tournament.pk, to=changed(name="Another"))
    another = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert another.status_code == 200
    assert another["ETag"] != first["ETag"]


def test_a_calendar_takes_as_many_queries_however_long_it_is(
    client: Client, olga: Player, django_assert_num_queries: Any
) -> None:
    club = club_of(olga)
    announced(olga, club, **soon())
    with django_assert_num_queries(2):
        client.get("/club/friends/tournaments.ics")
    for _number in range(5):
        announced(olga, club, **soon())
    with django_assert_num_queries(2):
        assert len(names(client, "/club/friends/tournaments.ics")) == 6


@pytest.mark.parametrize("zone", ["America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca"])
def test_zones_of_all_kinds_are_written_so_that_the_moment_is_the_same(olga: Player, zone: str) -> None:
    tournament = announced(olga, time_zone=zone)
    event = events(written(tournament))[0]
    assert event.start.timestamp() == tournament.starts_at.timestamp()
