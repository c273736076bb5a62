"""Static files under names that change with their content, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModules(CompressedManifestStaticFilesStorage):
    """ES modules import one another by relative path; those are rewritten too."""

    support_js_module_import_aggregation = True
