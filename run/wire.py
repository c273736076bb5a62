"""`make wire`: generate the TypeScript types of the live messages for the browser's type checker.

The Python types are the only source; a test compares the generated file with them.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec.inspect as shapes

from accounts.notices import message_types as of_player
from chat import message_types as of_chat
from coach import message_types as of_coach
from games.lessons import message_types as of_lesson
from games.live import messages_in
from games.state import message_types as of_table
from games.state import replay_types as of_replay
from tournaments.base import message_types as of_tournament

FILE = Path(__file__).parent.parent / "types" / "wire.d.ts"

SOCKETS: dict[str, tuple[type, ...]] = {
    "FromTable": (
        *(of_table.View, of_table.ShortMoved, of_table.OwnPart, of_table.OwnSpots),
        *(
            of_table.Seats,
            of_table.TableNews,
            of_table.BytesWanted,
            of_table.Refused,
            of_table.Hint,
            of_table.Pong,
            of_chat.Said,
            of_chat.LastLines,
            of_chat.Hidden,
        ),
    ),
    "ToTable": get_args(messages_in.Message),
    "FromLobby": (of_table.LobbyChanged,),
    "FromClub": (of_chat.Said, of_chat.LastLines, of_chat.Hidden),
    "FromTournament": (
        *(of_tournament.TournamentChanged, of_tournament.YourTable),
        *(of_chat.Said, of_chat.LastLines, of_chat.Hidden),
    ),
    "Replayed": (of_replay.Replay, of_replay.SoFar, of_replay.WhatIf),
    "Taught": (of_lesson.Lesson,),
    "Posed": (of_coach.Problem, of_coach.ProblemAnswer),
    "ToPlayer": (of_player.Unread, of_player.NewNotice, of_player.Expected),
}
"""The messages that each socket carries in one direction, and those of replays, lessons and problems."""

HEAD = """\
// What goes over the live sockets (docs/live-protocol.md). Written by `make wire` from the Python types: not by hand.

declare namespace Wire {
"""

PLAIN: dict[type[shapes.Type], str] = {
    shapes.NoneType: "null",
    shapes.BoolType: "boolean",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.StrType: "string",
    shapes.AnyType: "unknown",
}

Record = shapes.TypedDictType | shapes.StructType


def declarations() -> str:
    """Return the content of the generated file."""
    records = {kind.__name__: kind for kinds in SOCKETS.values() for kind in kinds}
    named: dict[str, Record] = {}
    for kind in records.values():
        for record in _records_in(shapes.type_info(kind)):
            known = named.setdefault(record.cls.__name__, record)
            assert known.cls is record.cls, f"Two types have the name {record.cls.__name__}."
    interfaces = [_interface(record) for record in named.values()]
    unions = [f"  type {name} = {' | '.join(kind.__name__ for kind in kinds)};\n" for name, kinds in SOCKETS.items()]
    return HEAD + "\n".join([*interfaces, *unions]) + "}\n"


def _records_in(shape: shapes.Type) -> Iterator[Record]:
    """Yield each record in a shape, before the records that use it."""
    match shape:
        case shapes.TypedDictType() | shapes.StructType():
            for field in shape.fields:
                yield from _records_in(field.type)
            yield shape
        case shapes.ListType() | shapes.VarTupleType():
            yield from _records_in(shape.item_type)
        case shapes.TupleType():
            for item in shape.item_types:
                yield from _records_in(item)
        case shapes.UnionType():
            for one in shape.types:
                yield from _records_in(one)
        case shapes.DictType():
            yield from _records_in(shape.value_type)


def _interface(record: Record) -> str:
    order = list(get_type_hints(record.cls))
    fields = sorted(record.fields, key=lambda field: order.index(field.name))
    lines = [f"    {field.encode_name}{'' if field.required else '?'}: {_typescript(field.type)};" for field in fields]
    if isinstance(record, shapes.StructType):
        lines.insert(0, f"    {record.tag_field}: {json.dumps(record.tag)};")
    about = " ".join(inspect.cleandoc(record.cls.__doc__ or "").split())
    said = [f"  /** {about} */"] if about else []
    return "\n".join([*said, f"  interface {record.cls.__name__} {{", *lines, "  }", ""])


def _typescript(shape: shapes.Type) -> str:
    match shape:
        case shapes.TypedDictType() | shapes.StructType():
            return str(shape.cls.__name__)
        case shapes.LiteralType():
            return " | ".join(json.dumps(value) for value in shape.values)
        case shapes.UnionType():
            return " | ".join(dict.fromkeys(map(_typescript, shape.types)))
        case shapes.ListType() | shapes.VarTupleType():
            return f"{_bracketed(shape.item_type)}[]"
        case shapes.TupleType():
            return f"[{', '.join(map(_typescript, shape.item_types))}]"
        case shapes.DictType():
            return f"Record<string, {_typescript(shape.value_type)}>"
        case shapes.CustomType() if issubclass(shape.cls, str):
            return "string"
    return PLAIN[type(shape)]


def _bracketed(shape: shapes.Type) -> str:
    text = _typescript(shape)
    return f"({text})" if " | " in text else text


def write() -> None:
    FILE.write_text(declarations())
