"""Static files with their content's hash in their names, and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

_MODULES = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns  # noqa: SLF001 Django's own expressions


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes the names inside the `import`s of our own modules too: each is loaded once, and never an old one."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _MODULES[1]))
    max_post_process_passes = 12
    """How long a chain of imports may be: each pass hashes one more link of it, and Django's five were used up."""
