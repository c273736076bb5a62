"""`make attack`: start a site, attack it, and report what broke."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from run.attack.attacks import ALL, SHORT, attack
from run.attack.target import PACES
from run.trial.report import write_section
from run.trial.whole_site import whole_site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="run only the quick attacks")
    parser.add_argument("--only", help="run only the attack of this name")
    chosen = parser.parse_args()
    attacks = [one for one in (SHORT if chosen.short else ALL) if chosen.only in (None, one.__name__)]
    started = time.monotonic()
    said: list[str] = []

    def tell(line: str) -> None:
        said.append(line)
        print(line, flush=True)

    with (
        tempfile.TemporaryDirectory(prefix="boneyard-attack-") as folder,
        whole_site(Path(folder), **PACES) as site,
    ):
        found = attack(site, attacks, tell)
    verdict = f"{len(attacks)} attacks in {time.monotonic() - started:.0f} s; broken: {len(found)}"
    print("\n".join([verdict, *(f"- {fault}" for fault in found)]))
    if attacks == list(ALL):
        write_section("Attacks", [f"{verdict}.", "", "```", *said, "```"])
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
