"""The plan of what to start, which `python -m run` passes on to `python -m run.serving` as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from run.serving.supervisor import Program


@dataclass(frozen=True)
class Plan:
    """The programs to start, and what to print once the site is open."""

    url: str
    host: str
    """The address at which this machine reaches the site."""
    port: int
    metrics: str
    """The folder in which the programs count metrics together."""
    redis: Program | None
    redis_socket: str
    demo: list[str]
    """The command that fills an empty site with demo data; empty without the demo."""
    programs: list[Program]
    welcome: list[str]


def as_json(plan: Plan) -> str:
    return json.dumps(asdict(plan))


def from_json(text: str) -> Plan:
    told = json.loads(text)
    told["redis"] = Program(**told["redis"]) if told["redis"] else None
    told["programs"] = [Program(**program) for program in told["programs"]]
    return Plan(**told)
