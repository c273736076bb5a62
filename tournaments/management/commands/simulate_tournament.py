"""Play a whole tournament with bots, through the real services, and print the standings.

The tournament stays on the site and belongs to the player "Simulation", as do its tables and records. The command only
needs the database; the site may be running at the same time.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Player
from common.errors import UserError
from games.models import Table
from games.records.checking import problems_of
from games.rules import GAMES
from games.rules.game import OptionsError
from tournaments.base.standings import standings_of
from tournaments.formats import FORMATS, PlanError
from tournaments.league_simulation import LeagueSimulation
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Place, Tournament
from tournaments.simulation import CALM, MANY, Mishaps, Simulation, quick_options, usual_game
from tournaments.terms.terms import COLUMNS

FEWEST, MOST = 2, 1000


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=sorted(FORMATS), required=True)
        parser.add_argument("--players", type=int, required=True, help=f"number of players, from {FEWEST} to {MOST}")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same tournament")
        parser.add_argument("--game", choices=sorted(GAMES), help="default: the usual game of the format")
        parser.add_argument("--target", type=int, help="target of Two-Step; default: 2")
        parser.add_argument("--rounds", type=int, default=0, help="number of rounds; 0: as many as needed")
        parser.add_argument(
            "--days-between", type=int, default=0, help="days between rounds; 0: the next round follows after a break"
        )
        parser.add_argument(
            "--agreeing", default="", help="leagues: what happens if no time is agreed: fixed or absent"
        )
        parser.add_argument("--agree-days", type=int, default=0, help="leagues: days to agree on a time")
        parser.add_argument(
            "--fixed-day", type=int, default=0, help="leagues: days from the start of a round to the fixed time"
        )
        parser.add_argument("--table-size", type=int, default=0, help="players at a table")
        parser.add_argument("--seating", default="", help="spread, standings, random or fixed")
        parser.add_argument("--duplicate", action="store_true", help="the same tiles at all tables")
        parser.add_argument("--third-place", action="store_true", help="knockout: a match for third place")
        parser.add_argument("--consolation", action="store_true", help="knockout: a bracket for first-round losers")
        parser.add_argument("--qualifying", default="", help="stages: the format of the qualifying")
        parser.add_argument("--groups", type=int, default=0, help="stages: the number of groups")
        parser.add_argument("--advancing", type=int, default=0, help="stages: how many go on to the final")
        parser.add_argument("--deciding", default="", help="stages: the format of the final")
        parser.add_argument("--deciding-rounds", type=int, default=0, help="stages: the rounds of the final")
        parser.add_argument("--round-minutes", type=int, default=0, help="rolling tables: duration of the event")
        parser.add_argument("--fills-up", action="store_true", help="rolling tables: bots fill up tables")
        parser.add_argument(
            "--break-off", action="store_true", help="rolling tables: tables under way at the end do not count"
        )
        parser.add_argument("--team-size", type=int, default=0, help="players in a team; 0: no teams")
        parser.add_argument("--team-reserves", type=int, default=0, help="reserves in a team")
        parser.add_argument("--team-best", type=int, default=0, help="how many scores of a team count; 0: all")
        parser.add_argument("--divisions", type=int, default=0, help="play a league with this many divisions")
        parser.add_argument("--seasons", type=int, default=1, help="leagues of divisions: number of seasons")
        parser.add_argument(
            "--handicap-step", type=int, default=0, help="rating points per handicap point; 0: no handicap"
        )
        parser.add_argument("--handicap-most", type=int, default=0, help="maximum handicap points; default: 10")
        parser.add_argument(
            "--late-score", default="", help="score of each round missed by entering late: half, average or bye"
        )
        parser.add_argument("--mishaps", action="store_true", help="withdrawals, late entries, no-shows, sitting out")
        parser.add_argument(
            "--check", action="store_true", help="check the records against the rules, and recount the standings"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        if not FEWEST <= options["players"] <= MOST:
            raise CommandError(f"From {FEWEST} to {MOST} players can take part.")
        if not options["verbosity"] > 1:
            logging.disable(logging.WARNING)  # live news needs Redis, which a simulation does without
        try:
            self._simulate(options)
        except (PlanError, OptionsError, UserError) as error:
            raise CommandError(str(error)) from error
        finally:
            logging.disable(logging.NOTSET)

    def _simulate(self, options: dict[str, Any]) -> None:
        organiser, _is_new = Player.objects.get_or_create(username="Simulation")
        mishaps = MANY if options["mishaps"] else CALM
        if options["divisions"]:
            self._simulate_league(organiser, mishaps, options)
            return
        simulation = Simulation(
            organiser, options["format"], options["players"], options["seed"], mishaps, _settings(options)
        )
        tournament = simulation.run(self._say_round if not options["json"] else lambda tournament: None)
        tournament.refresh_from_db()
        problems = list(self._problems(tournament)) if options["check"] else None
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(tournament, options, problems), ensure_ascii=False))
        else:
            self._print(tournament, problems)
        if problems:
            raise CommandError(f"{len(problems)} problems were found.")

    def _simulate_league(self, organiser: Player, mishaps: Mishaps, options: dict[str, Any]) -> None:
        said: list[dict[str, Any]] = []
        problems: list[str] | None = [] if options["check"] else None

        def after_season(played: Sequence[Tournament], drafted: Sequence[Tournament]) -> None:
            found = [] if problems is None else [one for division in played for one in self._problems(division)]
            if problems is not None:
                found += _recount().wrong_divisions(played, drafted)
                problems.extend(found)
            for division in played:
                said.append(_as_json(division, options, found))
                if not options["json"]:
                    self._print(division, None)

        simulation = LeagueSimulation(
            organiser,
            options["format"],
            options["players"],
            options["divisions"],
            options["seed"],
            mishaps,
            _settings(options),
        )
        simulation.run(options["seasons"], after_season)
        if options["json"]:
            self.stdout.write(json.dumps(said, ensure_ascii=False))
        elif problems is not None:
            for problem in problems:
                self.stderr.write(problem)
            self.stdout.write(f"{len(said)} divisions and their promotions recounted: {len(problems)} problems.")
        if problems:
            raise CommandError(f"{len(problems)} problems were found.")

    def _say_round(self, tournament: Tournament) -> None:
        tournament.refresh_from_db()
        round_ = tournament.played_rounds.order_by("number").last()
        if round_ is not None:
            byes = Place.objects.filter(round=round_, board=None).count()
            self.stderr.write(f"round {round_.number}: {round_.boards.count()} tables, {byes} byes")

    def _problems(self, tournament: Tournament) -> list[str]:
        """Return the problems found in the records and in the standings computed from them."""
        tables = Table.objects.filter(board__round__tournament=tournament).select_related("chain")
        found = [f"{table.pk}: {problem}" for table in tables for problem in problems_of(table)]
        recount = _recount()
        try:
            found += recount.disagreements(recount.recount(tournament), standings_of(tournament))
            if tournament.has_teams:
                found += recount.disagreements_of_teams(
                    recount.recount_teams(tournament), team_standings_of(tournament)
                )
        except recount.Wrong as wrong:
            found.append(str(wrong))
        return found

    def _print(self, tournament: Tournament, problems: list[str] | None) -> None:
        self.stdout.write(f"{tournament.name}: {tournament.get_status_display()}, {tournament.round_number} rounds")
        for row in standings_of(tournament):
            values = " ".join(f"{slug} {shown}" for slug, shown in row["tie_breaks"])
            gone = " (withdrawn)" if row["is_withdrawn"] else ""
            self.stdout.write(
                f"{row['rank']:>4}  {row['name']:<14} {row['score']:>8}  {values}  [{' '.join(row['rounds'])}]{gone}"
            )
        for team in team_standings_of(tournament):
            lines = " ".join(line["score"] if line["counts"] else f"({line['score']})" for line in team["lines"])
            self.stdout.write(f"{team['rank']:>4}  {team['name']:<14} {team['score']:>8}  {lines}")
        if problems is not None:
            tables = Table.objects.filter(board__round__tournament=tournament).count()
            for problem in problems:
                self.stderr.write(problem)
            self.stdout.write(f"{tables} records checked and the standings recounted: {len(problems)} problems.")


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """Return the given settings on top of the simulation's defaults."""
    played = FORMATS[options["format"]]
    game = options["game"] or usual_game(played)
    settings = {name: options[name] for name in COLUMNS if options.get(name)} | {"game": game}
    target = {"target": options["target"]} if options["target"] else {}
    if options["break_off"]:
        settings["plays_out"] = False
    return settings | {"options": {**quick_options(played, game), **target}}


def _recount() -> Any:
    """Import the independent recount from the tests, which shares no code with what it checks."""
    try:
        return import_module("tests.tournaments.recount")
    except ModuleNotFoundError as error:
        raise CommandError("--check needs the tests of the site, which are not installed here.") from error


def _as_json(tournament: Tournament, options: dict[str, Any], problems: list[str] | None) -> dict[str, Any]:
    said = {
        "tournament": tournament.pk,
        "format": tournament.format,
        "game": tournament.game,
        "players": options["players"],
        "seed": options["seed"],
        "status": tournament.status,
        "rounds": [
            {"number": round_.number, "tables": round_.boards.count(), "byes": round_.places.filter(board=None).count()}
            for round_ in tournament.played_rounds.order_by("number")
        ],
        "standings": standings_of(tournament),
        "teams": team_standings_of(tournament),
    }
    return said if problems is None else said | {"problems": problems}
