"""Every package needs an import contract; without one, any import would pass."""

import tomllib
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
NAMED_BY_DJANGO = ("migrations", "management", "templatetags")
NOT_CHECKED = {"tests"}
"""Tests may import anything, and nothing imports them."""


def packages() -> set[str]:
    """Return the dotted names of all packages of the site."""
    names = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for top in ROOT.iterdir()
        if (top / "__init__.py").exists() and top.name not in NOT_CHECKED
        for path in top.rglob("__init__.py")
    }
    return {name for name in names if not set(name.split(".")) & set(NAMED_BY_DJANGO)}


def modules_in(package: str) -> int:
    folder = ROOT.joinpath(*package.split("."))
    inside = [path.stem for path in folder.glob("*.py")] + [path.parent.name for path in folder.glob("*/__init__.py")]
    return len([name for name in inside if name != "__init__" and name not in NAMED_BY_DJANGO])


def ordered_inside() -> set[str]:
    """Return the packages in which a contract orders the imports between modules."""
    contracts = CONFIGURED["contracts"]
    containers = {name for contract in contracts for name in contract.get("containers", [])}
    apart = {name.rpartition(".")[0] for contract in contracts for name in contract.get("modules", [])}
    return containers | apart


def test_every_app_is_checked() -> None:
    tops = {name for name in packages() if "." not in name}
    assert tops == set(CONFIGURED["root_packages"])
    layers = CONFIGURED["contracts"][0]["layers"]
    assert tops == {name.strip() for layer in layers for name in layer.split("|")}


def test_every_package_with_several_modules_has_a_contract() -> None:
    crowded = {name for name in packages() if modules_in(name) > 1}
    assert len(crowded) > 30
    assert crowded - ordered_inside() == set()


def test_no_contract_names_a_package_that_is_gone() -> None:
    assert ordered_inside() - packages() == set()
