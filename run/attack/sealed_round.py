"""`python -m run.attack.sealed_round`: begin a duplicate round in a site's database and finish one of its two tables.

Prints, as JSON, what an attacker knows: both tables, the tournament, and the session of a player of the finished table.
It also prints the link of the table's first deal, which the site must not reveal.
"""

import json
from datetime import timedelta

import django


def main() -> None:
    django.setup()
    from allauth.account.models import EmailAddress
    from django.test import Client
    from django.utils import timezone

    from accounts.models import Player
    from games import services as tables
    from games.models import Seat, Table
    from tournaments.life import clockwork, entering, stages
    from tournaments.models import Board
    from tournaments.planning import plans
    from tournaments.terms import Terms

    now = timezone.now()
    names = [f"Sealed{letter}" for letter in "ABCD"]
    people = [Player.objects.create_user(name, f"{name}@example.org") for name in names]
    EmailAddress.objects.bulk_create(
        EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in people
    )
    terms = {"name": "Sealed", "game": "two-step", "format": "swiss", "options": {"target": 1}, "rounds": 2}
    times = {"registration_at": now, "starts_at": now + timedelta(hours=1)}
    event = plans.plan(organiser=people[0], terms=Terms.from_columns({**terms, **times, "duplicate": True}))
    stages.announce(tournament_id=event.pk, now=now)
    clockwork.advance(tournament_id=event.pk, now=now)
    for player in people:
        entering.enter(tournament_id=event.pk, player=player)
    clockwork.advance(tournament_id=event.pk, now=event.starts_at)
    boards = Board.objects.filter(round__tournament=event).order_by("number")
    finished, running = boards.values_list("table_id", flat=True)
    tables.finish(table_id=finished)
    clockwork.advance(tournament_id=event.pk, now=timezone.now())
    client = Client()
    client.force_login(Player.objects.get(pk=Seat.objects.get(table_id=finished, number=0).player_id))
    session = client.cookies["sessionid"].value
    link = Table.objects.get(pk=finished).chain.link(1).hex()
    print(json.dumps({"event": event.pk, "finished": finished, "running": running, "session": session, "link": link}))


if __name__ == "__main__":
    main()
