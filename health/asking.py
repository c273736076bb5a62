"""`python -m health.asking URL` exits with 0 if the URL answers with 200, for the health checks of containers."""

import sys
from urllib.request import urlopen


def main(url: str) -> int:
    try:
        with urlopen(url, timeout=4) as answer:  # noqa: S310 (the operator chooses the URL)
            return int(answer.status != 200)
    except OSError:
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
