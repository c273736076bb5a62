"""A site as it was before the apps were split into packages, with rows in every table, written by historical models.

It has chat and log lines of every kind, and finished and unfinished matches.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.apps.registry import Apps

from games.rules import GAMES, Match, shuffle

NOW = datetime(2026, 11, 20, 18, 30, 15, 123456, tzinfo=UTC)
MINUTE = timedelta(minutes=1)

NASTY = "100 % of “it's” <b>mine</b> : {name} \\ 🁫 ' \" ; --"
LONG = "ü" * 500

CLUB_ACTS = (
    *("founded", "edited", "joined", "left", "accepted", "refused", "invited", "revoked", "promoted", "trusted"),
    *("demoted", "handed-over", "removed", "banned", "lifted", "announced", "revised", "pinned", "unpinned"),
    *("taken-down", "closed"),
)

CONTROL_ACTS = (
    *("announce", "registration", "open-check-in", "start", "cancel", "check-in", "not-here", "remove", "put-in"),
    *("bots", "seeds", "absent", "back", "pause", "go-on", "extend", "end-round", "swap", "move", "bye", "draw"),
    *("publish", "nudge", "finish", "bot", "put-back", "substitute", "replay", "correct", "undo", "late-start"),
    *("no-check-in", "of-a-kind-nobody-knows"),
)

Row = Any
"""A row of a historical model."""


class OldSite:
    """Fills an empty database, model by model."""

    def __init__(self, apps: Apps) -> None:
        self.apps = apps
        self.minutes = 0

    def later(self) -> datetime:
        self.minutes += 1
        return NOW + self.minutes * MINUTE

    def make(self, model: str, **columns: Any) -> Row:
        """Write a row, using given values even for columns that the model would fill in itself."""
        manager = self.apps.get_model(model)._default_manager
        row = manager.create(**columns)
        manager.filter(pk=row.pk).update(**{name: value for name, value in columns.items() if name.endswith("_at")})
        if "at" in columns:
            manager.filter(pk=row.pk).update(at=columns["at"])
        return row

    def fill(self) -> None:
        self.people()
        self.club_life()
        self.tables()
        self.tournaments()
        self.notices()
        self.make("games.Pulse", name="sweep", at=self.later())

    # --- People ---

    def people(self) -> None:
        self.alice, self.bob, self.carla, self.dora = (
            self.make("accounts.Player", username=name, email=f"{name.lower()}@example.org", password="!")
            for name in ("Alice", "Bob", "Carla", "Dora")
        )
        self.guest = self.make("accounts.Player", username="Guest-1", is_guest=True, language="de")

    def notices(self) -> None:
        turn = {"game": "Two-Step", "others": "Bob", "until": {"at": NOW.isoformat()}}
        for number, read_at in enumerate((None, self.later())):
            self.make(
                "accounts.Notice",
                id=UUID(int=number),
                player=self.alice,
                kind="table-turn",
                key=f"half:{number}",
                gaps=turn,
                url="/table/half/",
                created_at=self.later(),
                read_at=read_at,
            )

    # --- Clubs ---

    def club_life(self) -> None:
        self.club = self.make("clubs.Club", slug="bones", name="Bones & Co", about=NASTY, founded_at=self.later())
        self.private = self.make("clubs.Club", slug="quiet", name="Quiet", is_private=True, founded_at=self.later())
        self.make("clubs.Emblem", club=self.club, picture=bytes(range(256)))
        for club in (self.club, self.private):
            self.make("clubs.Membership", club=club, player=self.alice, role="owner", joined_at=self.later())
        self.make(
            "clubs.Membership",
            club=self.club,
            player=self.bob,
            role="officer",
            minds_peace=True,
            minds_members=True,
            joined_at=self.later(),
        )
        self.make("clubs.Membership", club=self.club, player=self.carla, joined_at=self.later())
        self.make("clubs.JoinRequest", club=self.private, player=self.bob, line="Let me in", asked_at=self.later())
        self.make(
            "clubs.Invitation",
            club=self.club,
            secret="pssst",
            made_by=self.alice,
            note="Friends",
            made_at=self.later(),
            expires_at=self.later(),
            uses=2,
        )
        self.make("clubs.Ban", club=self.club, player=self.dora, by=self.bob, reason=NASTY, banned_at=self.later())
        self.make("clubs.Announcement", club=self.club, author=None, title="Hello", text=NASTY, made_at=self.later())
        for kind in CLUB_ACTS:
            self.club_act(self.club, kind, by=self.alice, player=self.carla, words=_words(kind))
        self.club_act(self.private, "founded", by=self.alice)
        self.club_act(self.private, "removed", by=None, player=None, words=LONG[:400])

    def club_act(self, club: Row, kind: str, *, by: Row, player: Row = None, words: str = "") -> None:
        self.make("clubs.ClubAct", club=club, kind=kind, by=by, player=player, words=words, at=self.later())

    # --- Tables ---

    def tables(self) -> None:
        self.open = self.table("2pen222222", [self.alice, None], status="open")
        self.half = self.table("haf2222222", [self.alice, self.bob], moves=9)
        self.whole = self.table("whe2222222", [self.alice, self.bob], moves=10_000)
        self.members = self.table("members222", [self.bob, self.carla], moves=2, club=self.club, visibility="club")
        for table in (self.open, self.half, self.whole, self.members):
            self.talk_at(table)

    def talk_at(self, table: Row) -> None:
        """Write lines of players and onlookers in turn, several at the same moment."""
        moment = self.later()
        said = [
            ("table", self.alice, "Good luck!"),
            ("onlookers", self.dora, NASTY),
            ("table", self.bob, LONG),
            ("onlookers", self.guest, "table:haf2222222"),
            ("table", self.alice, "onlookers:haf2222222"),
        ]
        for room, player, text in said:
            self.make("games.ChatLine", table=table, room=room, player=player, text=text, said_at=moment)
        self.make("games.ChatLine", table=table, room="table", player=self.bob, text="Early", said_at=NOW)

    def table(self, code: str, players: Sequence[Row], moves: int = 0, **columns: Any) -> Row:
        """Create a table of Two-Step with this many random moves, or a finished match."""
        secret = sha256(code.encode()).digest()
        anchor = shuffle.link(secret, shuffle.LENGTH, 0).hex()
        chain = self.make(
            "games.Chain", secret=secret, anchor=anchor, length=shuffle.LENGTH, created_at=self.later()
        )
        match = Match("two-step", len(players), {"target": 1})
        played = list(_played(match, secret, code, moves))
        is_over = match.result is not None
        turn = None if match.deal is None or match.deal.result else match.deal.turn
        state: dict[str, Any] = {
            "status": "finished" if is_over else "running",
            "deal_number": len(match.deals),
            "ply": len(played),
            "turn": turn,
            "due_at": NOW + timedelta(days=400) if turn is not None else None,
            "totals": list(match.totals),
            "result": match.result and {"totals": match.result.totals, "winners": match.result.winners},
            "started_at": self.later(),
            "finished_at": self.later() if is_over else None,
        }
        table = self.make(
            "games.Table",
            id=code,
            game=match.game,
            options=match.options,
            seat_count=len(players),
            seconds=259_200,
            owner=players[0],
            chain=chain,
            invitation=f"come-{code}",
            opened_at=self.later(),
            **state | columns,
        )
        for number, player in enumerate(players):
            contribution = _contribution(number).hex()
            self.make(
                "games.Seat",
                table=table,
                number=number,
                player=player,
                house_bytes=contribution,
                contribution=contribution,
                contributed=player is not None,
            )
        for deal in match.deals:
            result = deal.result
            self.make(
                "games.Deal",
                table=table,
                number=deal.number,
                deck=" ".join(deal.deck),
                first=deal.first,
                reason=result.reason if result else "",
                scores=list(result.scores) if result else None,
            )
        for ply, (number, seat, text) in enumerate(played):
            self.make(
                "games.Move", table=table, ply=ply, deal=number, seat=seat, text=text, by="player", played_at=self.later()
            )
        return table

    # --- Tournaments ---

    def tournaments(self) -> None:
        self.series = self.make(
            "tournaments.Series", rule="FREQ=WEEKLY", time_zone="Europe/Berlin", first_at=NOW, last_at=self.later()
        )
        self.make(
            "tournaments.Season",
            club=self.club,
            name="Autumn",
            first_day=date(2026, 9, 1),
            last_day=date(2026, 11, 30),
            counts_best=3,
        )
        self.make("tournaments.CalendarAddress", player=self.bob, secret="a-secret")
        draft = self.tournament("draft22222", status="draft")
        coming = self.tournament("entered222", status="registration", club=self.private, series=self.series)
        final = [{"entry": 1, "name": "Alice", "rank": 1, "score": "1", "rounds": [], "tie_breaks": [], "played": 1}]
        over = self.tournament("past222222", status="finished", final=final, finished_at=self.later())
        called_off = self.tournament("scrapped22", status="cancelled", cancelled_because=NASTY)
        self.running = self.tournament(
            "runs222222",
            status="running",
            club=self.club,
            round_number=2,
            chain=self.whole.chain,
            started_at=self.later(),
        )
        self.running.helpers.add(self.bob)
        self.rounds_of(self.running)
        self.log_of(self.running)
        self.act(over, "cancel", by=self.alice)
        for tournament in (draft, coming, self.running, over, called_off):
            self.talk_about(tournament)

    def tournament(self, code: str, **columns: Any) -> Row:
        return self.make(
            "tournaments.Tournament",
            id=code,
            name=f"Cup {code}",
            description=NASTY,
            organiser=self.alice,
            game="two-step",
            options={"target": 1},
            format="swiss",
            rounds=2,
            tie_breaks=["buchholz"],
            seconds=86_400,
            registration_at=NOW,
            starts_at=NOW + timedelta(days=2),
            created_at=self.later(),
            **columns,
        )

    def rounds_of(self, tournament: Row) -> None:
        """Create two rounds: Alice beat Bob while Carla had a bye; now Bob plays Carla, and Alice has the bye."""
        alice, bob, carla = (
            self.entry(tournament, player=player, seed=seed)
            for seed, player in enumerate((self.alice, self.bob, self.carla), 1)
        )
        self.absent = bob
        self.entry(tournament, player=self.dora, status="waiting")
        self.entry(tournament, bot="easy", bot_name="Pip", status="withdrawn")
        first = self.round(tournament, 1, "finished", finished_at=self.later())
        won, lost = (
            {"points": points, "deals": [points], "won": points > 0, "shared": False, "settlement": None, "perfect": 0}
            for points in (1, 0)
        )
        self.board(first, self.whole, {alice: won, bob: lost}, is_done=True, is_corrected=True)
        self.make("tournaments.Place", round=first, entry=carla, why=[{"template": "{one}", "gaps": {"one": "x"}}])
        second = self.round(tournament, 2, "running", ends_at=NOW + timedelta(days=400))
        self.board(second, self.members, {bob: None, carla: None})
        self.make("tournaments.Place", round=second, entry=alice)

    def entry(self, tournament: Row, **columns: Any) -> Row:
        return self.make("tournaments.Entry", tournament=tournament, entered_at=self.later(), **columns)

    def round(self, tournament: Row, number: int, status: str, **columns: Any) -> Row:
        times = {"opens_at": self.later(), "started_at": self.later()}
        return self.make(
            "tournaments.Round", tournament=tournament, number=number, status=status, **times | columns
        )

    def board(self, round_: Row, table: Row, scores: dict[Row, Any], **columns: Any) -> None:
        board = self.make("tournaments.Board", round=round_, number=1, table=table, **columns)
        for seat, (entry, score) in enumerate(scores.items()):
            self.make("tournaments.Place", round=round_, entry=entry, board=board, seat=seat, score=score)

    def log_of(self, tournament: Row) -> None:
        for what in CONTROL_ACTS:
            self.act(tournament, what, by=self.bob, reason=NASTY)
        self.act(tournament, "pause", by=None, undone_at=self.later())
        self.act(tournament, "undo", by=self.alice, about={"what": "absent", "about": ABOUT})
        self.absent.presence = "absent"
        self.absent.save()
        before = {
            "kind": "entry",
            "key": self.absent.pk,
            "was": ["entered", "here", None],
            "became": ["entered", "absent", None],
        }
        self.act(tournament, "absent", by=self.alice, reason="He fell asleep.", before=before)

    def act(self, tournament: Row, what: str, *, by: Row, **columns: Any) -> None:
        columns = {"about": {**ABOUT, "what": "pause", "about": ABOUT}, **columns}
        self.make("tournaments.Act", tournament=tournament, what=what, by=by, at=self.later(), **columns)

    def talk_about(self, tournament: Row) -> None:
        moment = self.later()
        for player, text in ((self.alice, "Welcome"), (self.bob, NASTY), (self.alice, LONG), (self.carla, "tournament:")):
            self.make(
                "tournaments.ChatLine", tournament=tournament, player=player, text=text, said_at=moment
            )


ABOUT = {
    "name": "Bob",
    "number": 2,
    "minutes": 5,
    "round": 1,
    "table": 3,
    "one": "Alice",
    "other": "Bob",
    "scores": "3 : 1",
    "version": 7,
}
"""Values for the placeholders of every line in the control room's log."""


def _words(kind: str) -> str:
    """Return the additional text of a line in a club's log."""
    said = {"promoted": "members, peace", "trusted": "tournaments", "joined": "The choir", "invited": NASTY}
    titled = dict.fromkeys(("announced", "revised", "pinned", "unpinned", "taken-down"), "Title, with a comma")
    return (said | titled | {"banned": NASTY}).get(kind, "")


def _contribution(seat: int) -> bytes:
    return bytes([seat]) * 16


def _played(match: Match, secret: bytes, code: str, moves: int) -> Iterator[tuple[int, int, str]]:
    """Play this many random moves, or to the end; yield the deal, the seat and the move."""
    rng = random.Random(code)
    while moves and match.result is None:
        if match.deal is None or match.deal.result:
            number = len(match.deals) + 1
            link = shuffle.link(secret, shuffle.LENGTH, number)
            contributions = [_contribution(seat) for seat in range(match.seats)]
            match.start_deal(shuffle.deck(GAMES[match.game].tiles(match.options), link, contributions, number))
            continue
        seat, move = match.deal.turn, rng.choice(match.deal.legal_moves())
        match.play(move)
        moves -= 1
        yield len(match.deals), seat, str(move)
