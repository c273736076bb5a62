"""Static files whose names change with their content, so that browsers may cache them for ever."""

from __future__ import annotations

import re
from pathlib import Path

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.exceptions import SuspiciousFileOperation
from django.http import HttpRequest, HttpResponseBase
from django.utils._os import safe_join
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{12}\.\w+$")


class StaticFiles(StaticFilesConfig):
    """Leaves out the extensions of htmx: nothing uses them, and one imports a file that does not exist. Leaves out the
    scripts of unfold as well: the security policy of the site forbids what they do."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext", "alpine", "chart", "simplebar"]


class HashedModules(CompressedManifestStaticFilesStorage):
    """Also rewrites the relative imports of ES modules."""

    support_js_module_import_aggregation = True


class LateFiles(WhiteNoiseMiddleware):
    """Also serves files that were collected after this process started: during a deploy, browsers fetch what a page of
    the new release names from processes of the old one, too."""

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
