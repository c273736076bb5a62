"""Digests of the plan that a form has shown, to detect conflicting changes made elsewhere in the meantime."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2s
from typing import Any

from django import forms


def seen_in(form: forms.Form) -> str:
    """Return as JSON a digest of the plan's value for each field; the form carries it as a hidden value."""
    return json.dumps({name: _digest(form, name) for name in form.fields}, separators=(",", ":"))


def _digest(form: forms.Form, name: str) -> str:
    value = json.dumps(form.get_initial_for_field(form.fields[name], name), default=str)
    return blake2s(value.encode(), digest_size=6).hexdigest()


def overwritten(form: forms.Form, seen: str) -> list[str]:
    """Return the labels of fields whose value in the plan has changed since `seen`, and which the form would overwrite;
    empty if `seen` is unreadable."""
    digests = _read(seen)
    changed = [name for name in form.fields if name in digests and digests[name] != _digest(form, name)]
    return [str(form.fields[name].label or name) for name in changed if name in form.changed_data]


def _read(seen: str) -> Mapping[str, Any]:
    try:
        digests = json.loads(seen)
    except ValueError:
        return {}
    return digests if isinstance(digests, dict) else {}
