"""Static files whose names change with their content, so that browsers may cache them for ever."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(StaticFilesConfig):
    """Leaves out the extensions of htmx: nothing uses them, and one imports a file that does not exist. Leaves out the
    scripts of unfold as well: the security policy of the site forbids what they do."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext", "alpine", "chart", "simplebar"]


class HashedModules(CompressedManifestStaticFilesStorage):
    """Also rewrites the relative imports of ES modules."""

    support_js_module_import_aggregation = True
