"""Static files under names that change with their content, so that browsers may keep them for ever."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(StaticFilesConfig):
    """Without the extensions of htmx: nothing uses them, and one imports a file that is not there."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext"]


class HashedModules(CompressedManifestStaticFilesStorage):
    """ES modules import one another by relative path; those are rewritten too."""

    support_js_module_import_aggregation = True
