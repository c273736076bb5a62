"""Play a whole tournament with bots, through the real services, and print the standings."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Player
from accounts.refusals import Refused
from games.records import record_of
from games.rules import record
from tournaments.formats import FORMATS, PlanError
from tournaments.models import Board, Tournament
from tournaments.simulation import Mishaps, Simulation
from tournaments.standings import standings_of


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=sorted(FORMATS), required=True)
        parser.add_argument("--players", type=int, required=True, help="how many, from 2 to 1000")
        parser.add_argument("--seed", type=int, default=1, help="of the mishaps")
        parser.add_argument("--rounds", type=int, default=0, help="0: as many as it takes")
        parser.add_argument("--table-size", type=int, default=0, help="players at a table")
        parser.add_argument("--duplicate", action="store_true", help="the same tiles at all tables")
        parser.add_argument("--mishaps", action="store_true", help="withdrawals, late entries, no-shows")
        parser.add_argument("--check", action="store_true", help="hold every record against the rules")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 2 <= options["players"] <= 1000:
            raise CommandError("From 2 to 1000 players can take part.")
        organiser, _is_new = Player.objects.get_or_create(username="Simulation")
        mishaps = Mishaps(0.03, 0.5, 0.05) if options["mishaps"] else Mishaps()
        chosen = {name: options[name] for name in ("rounds", "table_size") if options[name]}
        settings = {**chosen, "duplicate": options["duplicate"]}
        simulation = Simulation(organiser, options["format"], options["players"], options["seed"], mishaps, settings)
        try:
            tournament = simulation.run(self._say_round)
        except PlanError as error:
            raise CommandError(str(error)) from error
        except Refused as error:
            raise CommandError(str(error)) from error
        self._print_standings(tournament)
        if options["check"]:
            self._check_records(tournament)

    def _say_round(self, tournament: Tournament) -> None:
        tournament.refresh_from_db()
        round_ = tournament.played_rounds.last()
        if round_ is not None:
            self.stderr.write(f"round {round_.number}: {round_.boards.count()} tables")

    def _print_standings(self, tournament: Tournament) -> None:
        self.stdout.write(f"{tournament.name}: {tournament.get_status_display()}")
        for row in standings_of(tournament):
            values = " ".join(f"{slug} {shown}" for slug, shown in row["tie_breaks"])
            self.stdout.write(
                f"{row['rank']:>4}  {row['name']:<12} {row['score']:>8}  {values}  [{' '.join(row['rounds'])}]"
            )

    def _check_records(self, tournament: Tournament) -> None:
        boards = Board.objects.filter(round__tournament=tournament, table__isnull=False).select_related("table__chain")
        problems = [
            f"{board.table_id}: {problem}"
            for board in boards
            if board.table
            for problem in record.check(record_of(board.table))
        ]
        for problem in problems:
            self.stderr.write(problem)
        self.stdout.write(f"{len(boards)} records checked, {len(problems)} problems.")
        if problems:
            raise CommandError("Not all records are right.")
