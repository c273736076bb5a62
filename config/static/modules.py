"""Bundling an ES module and everything it imports into one file, so that a browser makes one request instead of one for
each module, level by level.

Each module becomes a function that runs once, in the order in which a browser would run the modules, and returns the
module's exports. That is exact for the forms of import and export that this site uses; any other form is refused.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

_parser = Parser(Language(tree_sitter_javascript.language()))

DECLARATIONS = {"function_declaration", "generator_function_declaration", "class_declaration", "lexical_declaration"}
FUNCTIONS = {
    *("function_declaration", "generator_function_declaration", "function_expression", "generator_function"),
    *("arrow_function", "method_definition"),
}


class CannotBundleError(Exception):
    """A file cannot be bundled without changing its meaning; the message is one sentence."""


@dataclass(frozen=True)
class Import:
    source: str
    """The name of the imported module, as in `{% static %}`."""
    names: str
    """The imported names as an object pattern, `{a, b: c}`; empty if the module is only run."""


@dataclass(frozen=True)
class Module:
    body: str
    imports: tuple[Import, ...]
    exports: tuple[str, ...]


def bundle(name: str, read: Callable[[str], Module]) -> str:
    """Return one script with the module `name` and everything it imports. Raises CannotBundleError."""
    order: dict[str, Module] = {}
    _collect(name, read, order, ())
    numbers = {one: f"module_{number}" for number, one in enumerate(order)}
    script = "".join(_as_function(numbers[one], module, numbers) for one, module in order.items())
    if _parser.parse(script.encode()).root_node.has_error:
        raise CannotBundleError(f"{name} cannot be bundled: the result cannot be parsed.")
    return script


def _collect(name: str, read: Callable[[str], Module], order: dict[str, Module], above: tuple[str, ...]) -> None:
    """Add the modules to `order`, each after the modules that it imports."""
    if name in above:
        raise CannotBundleError(f"{' imports '.join([*above, name])}: a circular import.")
    module = read(name)
    for one in module.imports:
        if one.source not in order:
            _collect(one.source, read, order, (*above, name))
    order[name] = module


def _as_function(number: str, module: Module, numbers: dict[str, str]) -> str:
    taken = "".join(f"const {one.names} = {numbers[one.source]};\n" for one in module.imports if one.names)
    given = f"return {{{', '.join(module.exports)}}};\n" if module.exports else ""
    return f"const {number} = (() => {{\n{taken}{module.body.strip()}\n{given}}})();\n"


def read_module(name: str, source: bytes) -> Module:
    """Return a module's code without comments, and its imports and exports. Raises CannotBundleError."""
    root = _parser.parse(source).root_node
    if root.has_error:
        raise CannotBundleError(f"{name} cannot be parsed as a module.")
    imports: list[Import] = []
    exports: list[str] = []
    cuts: list[tuple[int, int]] = []
    for node in root.named_children:
        _refuse_waiting(name, node)
        if node.type == "import_statement":
            imports.append(_import(name, node))
            cuts.append((node.start_byte, node.end_byte))
        elif node.type == "export_statement":
            declared = node.child_by_field_name("declaration")
            if declared is None or declared.type not in DECLARATIONS or node.child_by_field_name("source"):
                raise _not_known(name, node)
            exports += _declared(name, declared)
            cuts.append((node.start_byte, declared.start_byte))
    cuts += [(node.start_byte, node.end_byte) for node in _comments(name, root)]
    return Module(_without(source, cuts), tuple(imports), tuple(exports))


def _import(name: str, node: Node) -> Import:
    source = _text(_child(name, node, "source")).strip("'\"")
    if not source.startswith("."):
        raise _not_known(name, node)
    clause = next((child for child in node.named_children if child.type == "import_clause"), None)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), source))
    if clause is None:
        return Import(path, "")
    if [child.type for child in clause.named_children] != ["named_imports"]:
        raise _not_known(name, node)
    specifiers = [child for child in clause.named_children[0].named_children if child.type == "import_specifier"]
    return Import(path, "{" + ", ".join(_pattern(name, specifier) for specifier in specifiers) + "}")


def _pattern(name: str, specifier: Node) -> str:
    imported = _text(_child(name, specifier, "name"))
    alias = specifier.child_by_field_name("alias")
    return f"{imported}: {_text(alias)}" if alias else imported


def _declared(name: str, node: Node) -> list[str]:
    """Return the names that a declaration declares. They must be constant, since importers copy their values once."""
    if node.type != "lexical_declaration":
        return [_text(_child(name, node, "name"))]
    names = [_child(name, one, "name") for one in node.named_children if one.type == "variable_declarator"]
    if _text(_child(name, node, "kind")) != "const" or any(one.type != "identifier" for one in names):
        raise _not_known(name, node)
    return [_text(one) for one in names]


def _comments(name: str, node: Node) -> Iterator[Node]:
    """Yield all comments. Refuse `import()` and `import.meta`, which do not work inside a bundle."""
    if node.type == "comment":
        yield node
    if node.type in {"import", "meta_property"} and node.is_named:
        raise _not_known(name, node)
    for child in node.children:
        yield from _comments(name, child)


def _refuse_waiting(name: str, node: Node) -> None:
    """Refuse top-level `await`: in a bundle, the modules after it would not wait."""
    if node.type in FUNCTIONS:
        return
    if node.type in {"await_expression", "await"}:
        raise _not_known(name, node)
    for child in node.children:
        _refuse_waiting(name, child)


def _without(source: bytes, cuts: list[tuple[int, int]]) -> str:
    """Return the source without these parts, and without the lines that become empty."""
    kept, at = [], 0
    for start, end in sorted(cuts):
        if end <= at:  # a comment in an import
            continue
        line = source.rfind(b"\n", 0, start) + 1
        rest = source.find(b"\n", end)
        alone = not source[line:start].strip() and rest >= 0 and not source[end:rest].strip()
        start, end = (max(line, at), rest + 1) if alone else (start, end)
        kept.append(source[at:start])
        at = end
    return b"".join([*kept, source[at:]]).decode()


def _child(name: str, node: Node, field: str) -> Node:
    child = node.child_by_field_name(field)
    if child is None:
        raise _not_known(name, node)
    return child


def _text(node: Node) -> str:
    assert node.text is not None
    return node.text.decode()


def _not_known(name: str, node: Node) -> CannotBundleError:
    line = node.start_point[0] + 1
    return CannotBundleError(f"Line {line} of {name} cannot be bundled: {_text(node).splitlines()[0]}")
