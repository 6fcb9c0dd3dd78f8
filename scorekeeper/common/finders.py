"""Where `collectstatic` and a copy at home find our static files: scripts and styles joined, all else as it lies."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage

from scorekeeper.common.bundles import Bundles


class BundlesFinder(FileSystemFinder):
    """The folder of our static files, with bundles in the places of the modules they are made of.

    A module that is part of a bundle is not found: loaded beside its bundle it would be there twice.
    """

    target: Path = settings.BUNDLES_ROOT

    @cached_property
    def bundles(self) -> Bundles:
        return Bundles(Path(settings.STATICFILES_DIRS[0]))

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        """(path, storage) of each file."""
        made = FileSystemStorage(location=self.target)
        names = self.bundles.names()
        for path, storage in super().list(ignore_patterns):
            if not self.bundles.makes(path):
                yield path, storage
        for name in names:
            self.bundles.write(name, self.target)
            yield name, made

    def find(self, path: str, *args: Any, **options: Any) -> Any:
        """The absolute path of a file, or none; a list of them where all are asked for."""
        if not self.bundles.makes(path):
            return super().find(path, *args, **options)
        found = self.bundles.write(path, self.target)
        wants_all = bool(args and args[0]) or any(options.values())
        if wants_all:
            return [str(found)] if found else []
        return str(found) if found else []
