"""Scripts and styles as browsers get them: modules that are used together leave as one file.

A phone at a table would else ask thirty times before it can record. Joining is a matter of text, because our modules
keep to a few rules that are checked here: imports stand at the beginning of a line, and no two modules of a bundle
declare the same name, so that all of them can share one scope. What a module exports, its bundle exports.
"""

import os
import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

SCRIPTS: Final = {
    "js/table.js": ("js/table.js", "js/table/*.js"),
    "js/offline/keeping.js": tuple(
        f"js/offline/{name}.js"
        for name in ("amounts", "choices", "draft", "keeping", "outbox", "record", "sheet", "words")
    ),
    "js/offline/page.js": tuple(
        f"js/offline/{name}.js"
        for name in ("page", "board", "dom", "drawing", "entry", "moving", "needs", "opening", "table")
    ),
    "js/games/*.js": ("js/games/*.js", "js/games/*/*.js"),
}
"""{bundle: its modules}; where a star stands in both, there is one bundle for each: `core.js` is one of its own."""
STYLES: Final = {"css/base.css": ("css/tokens.css", "css/components.css", "css/pages.css")}
ALONE: Final = frozenset({"js/offline/worker.js"})  # a part of the service worker, see `offline.shell`

IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\} from )?"(?P<place>\.[^"]+)";\n', re.MULTILINE)
PASSED_ON = re.compile(r'^export \{(?P<names>[^}]*)\} from "(?P<place>\.[^"]+)";\n', re.MULTILINE)
LATER = re.compile(r'\bimport\("(?P<place>\.[^"]+)"\)')
DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+|\{[^}]*\}|\[[^\]]*\])", re.MULTILINE
)


class NoBundleError(Exception):
    """Modules that cannot share one scope; it says which and why."""


class Bundles:
    """The scripts and styles of a folder of static files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.members = dict(self._members())
        self.bundle_of = {module: name for name, modules in self.members.items() for module in modules}

    def _members(self) -> Iterator[tuple[str, list[str]]]:
        for name, patterns in SCRIPTS.items():
            if "*" not in name:
                yield name, self._found(patterns)
                continue
            entry, inside = patterns
            for path in self._found([entry]):
                yield path, [path, *self._found([inside.replace("*", Path(path).stem, 1)])]

    def _found(self, patterns: Iterable[str]) -> list[str]:
        found = (path for pattern in patterns for path in sorted(self.folder.glob(pattern)))
        return [path.relative_to(self.folder).as_posix() for path in found]

    def scripts(self) -> list[str]:
        """The names of all scripts as they are served, in order."""
        alone = [path for path in self._found(["js/**/*.js"]) if path not in self.bundle_of]
        return sorted({*self.members, *alone} - ALONE)

    def names(self) -> list[str]:
        """The names of all files that are made here."""
        return [*self.scripts(), *STYLES]

    def makes(self, name: str) -> bool:
        """Whether the file of this name is made here, and not served as it lies in the folder."""
        return name in STYLES or (name.endswith(".js") and name.startswith("js/"))

    def text(self, name: str) -> str | None:
        """What is served under this name; None where it is a part of a bundle and served with that alone.

        Raises:
            NoBundleError: Two modules declare the same name, or one renames what it imports from another.
            FileNotFoundError: There is nothing of this name.
        """
        if name in STYLES:
            return "\n".join(self._read(path) for path in STYLES[name])
        if name in self.members:
            return self._bundle(name)
        if name in self.bundle_of or name in ALONE:
            return None
        return LATER.sub(lambda found: f'import("{self._place(found, name, name)}")', self._alone(name))

    def _read(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def _alone(self, name: str) -> str:
        """A module of no bundle: only the places it imports from may be others."""

        def placed(found: re.Match[str]) -> str:
            return found[0].replace(f'"{found["place"]}"', f'"{self._place(found, name, name)}"')

        return PASSED_ON.sub(placed, IMPORT.sub(placed, self._read(name)))

    def _place(self, found: re.Match[str], module: str, bundle: str) -> str:
        """Where what a module imports is served, seen from the bundle it is in."""
        wanted = self._wanted(found, module)
        place = posixpath.relpath(self.bundle_of.get(wanted, wanted), posixpath.dirname(bundle))
        return place if place.startswith(".") else f"./{place}"

    @staticmethod
    def _wanted(found: re.Match[str], module: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(module), found["place"]))

    def _bundle(self, name: str) -> str:
        imported: dict[str, list[str]] = {}
        passed_on: list[str] = []
        bodies: dict[str, str] = {}
        for module in self._in_order(name):
            source = self._read(module)
            for found in IMPORT.finditer(source):
                names = _names(found["names"])
                if self.bundle_of.get(self._wanted(found, module)) != name:
                    imported.setdefault(self._place(found, module, name), []).extend(names)
                elif any(" as " in item for item in names):
                    raise NoBundleError(f"{module} renames what it imports from {found['place']}, within {name}")
            for found in PASSED_ON.finditer(source):
                names = _names(found["names"])
                if self.bundle_of.get(self._wanted(found, module)) != name:
                    passed_on.append(f'export {{ {", ".join(names)} }} from "{self._place(found, module, name)}";\n')
                else:
                    passed_on.extend(f"export {{ {item} }};\n" for item in names if " as " in item)
            body = PASSED_ON.sub("", IMPORT.sub("", source))
            for found in reversed([*LATER.finditer(body)]):
                body = f'{body[: found.start()]}import("{self._place(found, module, name)}"){body[found.end() :]}'
            bodies[module] = body
        _require_one_scope(name, bodies, imported)
        return "".join([*_imports(imported), *bodies.values(), *passed_on])

    def _in_order(self, name: str) -> list[str]:
        """The modules of a bundle, each after those it imports, as a browser would run them."""
        ordered: list[str] = []
        begun: set[str] = set()

        def visit(module: str) -> None:
            if module in begun or self.bundle_of.get(module) != name:
                return
            begun.add(module)
            source = self._read(module)
            places = [*IMPORT.finditer(source), *PASSED_ON.finditer(source)]
            for found in sorted(places, key=lambda place: place.start()):
                visit(self._wanted(found, module))
            ordered.append(module)

        for module in self.members[name]:
            visit(module)
        return ordered

    def write(self, name: str, folder: Path) -> Path | None:
        """The file of this name in another folder, made anew where it differs; None where there is none to serve."""
        try:
            text = self.text(name)
        except FileNotFoundError:
            return None
        if text is None:
            return None
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            own = path.with_name(f".{path.name}.{os.getpid()}")  # several processes may begin at once
            own.write_text(text, encoding="utf-8")
            own.replace(path)
        return path


def _require_one_scope(name: str, bodies: dict[str, str], imported: dict[str, list[str]]) -> None:
    """Refuses a bundle in which a name would mean two things."""
    declared: dict[str, str] = {}
    for module, body in bodies.items():
        for declaration in DECLARED.finditer(body):
            for word in re.findall(r"\w+", declaration[1]):
                if word in declared:
                    raise NoBundleError(f"{declared[word]} and {module} both declare {word}, within {name}")
                declared[word] = module
    for item in (item for names in imported.values() for item in names):
        if (word := item.split()[-1]) in declared:
            raise NoBundleError(f"{declared[word]} declares {word}, which is imported too, within {name}")


def _names(names: str | None) -> list[str]:
    return [" ".join(item.split()) for item in (names or "").split(",") if item.strip()]


def _imports(imported: dict[str, list[str]]) -> Iterator[str]:
    for place, names in imported.items():
        what = f"{{ {', '.join(dict.fromkeys(names))} }} from " if names else ""
        yield f'import {what}"{place}";\n'


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


_MODULES = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns  # noqa: SLF001 Django's own expressions


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes the names inside the `import`s of our own modules too: each is loaded once, and never an old one."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _MODULES[1]))
    max_post_process_passes = 12
    """How long a chain of imports may be: each pass hashes one more link of it, and Django's five were used up."""
