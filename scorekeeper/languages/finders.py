"""Where `collectstatic` and a copy at home find the sentences of the games' ports in each language."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

from scorekeeper.languages import sentences


class SentencesFinder(BaseFinder):
    """Makes each file from the catalogue that is compiled, where it is not yet or not so."""

    target: Path = settings.BUNDLES_ROOT

    def check(self, **options: Any) -> list[Any]:
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Any]]:
        """(path, storage) of each file."""
        made = FileSystemStorage(location=self.target)
        for name in sentences.names():
            sentences.write(name, self.target)
            yield name, made

    def find(self, path: str, *args: Any, **options: Any) -> Any:
        """The absolute path of a file, or none; a list of them where all are asked for."""
        found = sentences.write(path, self.target)
        if bool(args and args[0]) or any(options.values()):
            return [str(found)] if found else []
        return str(found) if found else []
