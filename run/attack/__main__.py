"""`make attack`: start a site, attack it, and report what broke."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from run.attack.attacks import ALL, SHORT, attack
from run.attack.target import OwnSite


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="only what takes a moment")
    parser.add_argument("--only", help="only this one")
    chosen = parser.parse_args()
    attacks = [one for one in (SHORT if chosen.short else ALL) if chosen.only in (None, one.__name__)]
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="boneyard-attack-") as folder:
        site = OwnSite(Path(folder))
        with site.running():
            found = attack(site, attacks, lambda line: print(line, flush=True))
    print(f"{len(attacks)} attacks in {time.monotonic() - started:.0f} s; broken: {len(found)}")
    print("\n".join(f"- {fault}" for fault in found))
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
