"""What is to be started, as one process tells another."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from run.serving.supervisor import Program


@dataclass(frozen=True)
class Plan:
    """What is to be started, and said once the site is open."""

    url: str
    host: str
    """The address at which this machine reaches the site."""
    port: int
    figures: str
    """The folder in which the programs count figures for monitoring."""
    redis: Program | None
    redis_socket: str
    demo: list[str]
    """The command that fills an empty site, if it is to be filled."""
    programs: list[Program]
    welcome: list[str]


def as_json(plan: Plan) -> str:
    return json.dumps(asdict(plan))


def from_json(text: str) -> Plan:
    told = json.loads(text)
    told["redis"] = Program(**told["redis"]) if told["redis"] else None
    told["programs"] = [Program(**program) for program in told["programs"]]
    return Plan(**told)
