"""Static files: each script and style sheet is bundled with everything it imports, under a name that changes with its
content, so that browsers may cache it forever."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.http import HttpRequest, HttpResponseBase
from django.utils._os import safe_join
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.static import modules, sheets

NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{12}\.\w+$")
IS_MODULE = re.compile(rb"^(import|export)\b", re.MULTILINE)

Paths = dict[str, tuple[Storage, str]]
"""The files to collect, by name: the storage that holds each file, and its name there."""


class StaticFiles(StaticFilesConfig):
    """The staticfiles app, ignoring the extensions of htmx, which nothing uses and one of which imports a missing file,
    and the scripts of unfold, which the site's content security policy forbids."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext", "alpine", "chart", "simplebar"]


class Bundled(CompressedManifestStaticFilesStorage):
    """Storage in which every module and style sheet also contains everything that it imports, so that browsers only
    request the files that a page names."""

    def post_process(self, paths: Paths, *args: Any, **options: Any) -> Iterator[tuple[str, str, bool]]:
        yield from super().post_process(bundled(paths), *args, **options)


def bundled(paths: Paths) -> Paths:
    """Return the files with bundles in place of modules and of style sheets that have imports."""

    @cache
    def source(name: str) -> bytes:
        if name not in paths:
            raise modules.CannotBundleError(f"There is no {name} to import.")
        storage, path = paths[name]
        with storage.open(path) as file:
            return file.read()

    @cache
    def module(name: str) -> modules.Module:
        return modules.read_module(name, source(name))

    made = InMemoryStorage()
    for name in paths:
        if name.endswith(".js") and IS_MODULE.search(source(name)):
            made.save(name, ContentFile(modules.bundle(name, module)))
        elif name.endswith(".css") and sheets.IMPORT.match(source(name).decode()):
            made.save(name, ContentFile(sheets.bundle(name, lambda one: source(one).decode())))
    return {name: (made, name) if made.exists(name) else file for name, file in paths.items()}


class LateFiles(WhiteNoiseMiddleware):
    """Middleware that also serves files collected after this process started: during a deploy, a browser may request
    the files of a new page from a process of the old release."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if path.startswith(self.static_prefix) and path not in self.files and NAMED_BY_CONTENT.search(path):
            self._look_for(path)
        return super().__call__(request)

    def _look_for(self, path: str) -> None:
        try:
            file = safe_join(self.static_root, path.removeprefix(self.static_prefix))
        except (SuspiciousFileOperation, ValueError):
            return
        if Path(file).is_file():
            self.add_file_to_dictionary(path, file)
