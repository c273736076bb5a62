"""Docker for the tests: commands, and images that are built on a local base image.

CONTAINER_BASE names the base, a Debian image with Python 3.11 or newer; CONTAINER_PIP_OPTIONS says where to get the
site's packages. CONTAINER_IMAGE names an image of the site that is already built; POSTGRES_IMAGE, VALKEY_IMAGE and
CADDY_IMAGE name images to use instead of stand-ins. A base image can be made without an image registry:

debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates stable root
tar -C root -c . | docker import - boneyard-base
"""

from __future__ import annotations

import os
import shutil
import subprocess
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
STAND_INS = Path(__file__).parent / "stand_ins"
BASE = os.environ.get("CONTAINER_BASE", "")
BUILT = os.environ.get("CONTAINER_IMAGE", "")
PIP_OPTIONS = os.environ.get("CONTAINER_PIP_OPTIONS", "")

Done = subprocess.CompletedProcess[str]


def docker(*command: str, check: bool = True) -> Done:
    return subprocess.run(["docker", *command], cwd=ROOT, capture_output=True, text=True, check=check)


def missing() -> str:
    """Return why no image can be built here, or an empty string."""
    if not shutil.which("docker") or docker("info", check=False).returncode:
        return "There is no Docker here."
    if not BASE or docker("image", "inspect", BASE, check=False).returncode:
        return "CONTAINER_BASE names no image of this machine with Python 3.11 or newer."
    return ""


@contextmanager
def built(file: Path, folder: Path, arguments: Mapping[str, str]) -> Iterator[str]:
    """Build an image and yield its name; the image is removed afterwards."""
    name = f"boneyard-test-{uuid.uuid4().hex[:8]}"
    named = [part for key, value in arguments.items() for part in ("--build-arg", f"{key}={value}")]
    done = docker("build", "-f", str(file), "-t", name, *named, "--network", "host", str(folder), check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    try:
        yield name
    finally:
        docker("image", "rm", "-f", name)


@contextmanager
def stand_in(kind: str, base: str) -> Iterator[str]:
    """Yield an image that replaces an official one, or the one named by the variable of compose.yaml."""
    if named := os.environ.get(f"{kind.upper()}_IMAGE"):
        yield named
        return
    with built(STAND_INS / f"{kind}.containerfile", STAND_INS, {"BASE": base}) as name:
        yield name
