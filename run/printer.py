"""Printing the output of programs line by line, each with the time and the program's name."""

import sys
from datetime import datetime

COLOURS = {"redis": 31, "web": 36, "worker": 32, "thinker": 33, "slow": 34, "boneyard": 35}
WIDTH = max(len(name) for name in COLOURS)


def say(name: str, line: str) -> None:
    prefix = f"{datetime.now():%H:%M:%S} {name:<{WIDTH}} |"
    if sys.stdout.isatty():
        prefix = f"\033[{COLOURS.get(name, 0)}m{prefix}\033[0m"
    print(prefix, line, flush=True)
