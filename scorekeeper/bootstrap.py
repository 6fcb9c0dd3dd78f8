"""Make `.venv` with the locked packages and go on inside it.

Runs before Django can be imported, so it uses the standard library only; and it must at least be *read* by any
Python 3, so that one that is too old is told so instead of failing on a word it does not know.

`SCOREKEEPER_VENV=off` leaves the packages to whoever runs us (a container image, a distribution).
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OLDEST = (3, 11)
STAMP = "scorekeeper-installed.json"


class SetupError(Exception):
    """The set-up can't go on; the text says why and what to do."""


def ensure(argv, root=ROOT):  # type: (list[str], str) -> None
    """Return inside an interpreter that has the locked packages, or leave with one clear sentence.

    Args: argv as of `manage.py` (its first word decides whether the packages of the tests are needed too).
    """
    try:
        check_version(sys.version_info[:2])
        if os.environ.get("SCOREKEEPER_VENV") == "off":
            return
        python = prepare(root, "dev" if argv[1:2] in (["test"], ["messages"]) else "base")
    except SetupError as error:
        sys.exit("scorekeeper: " + str(error))
    except KeyboardInterrupt:
        sys.exit("scorekeeper: stopped. The same command goes on where it was.")
    except OSError as error:
        sys.exit("scorekeeper: could not write the virtual environment: {}. Mend that and start again.".format(error))
    if not runs_in(os.path.join(root, ".venv")):
        go_on_with(python, argv)


def check_version(version):  # type: (tuple[int, ...]) -> None
    """Refuse a Python older than the oldest we support."""
    if version < OLDEST:
        raise SetupError(
            "this is Python {}.{}; Scorekeeper needs Python 3.11, 3.12 or 3.13. "
            "Start it with one of those, for example: python3.11 manage.py demo".format(*version)
        )


def prepare(root, lock):  # type: (str, str) -> str
    """Make or mend `.venv` so that it holds what `requirements/LOCK.txt` names; return its interpreter."""
    venv = os.path.join(root, ".venv")
    wanted = stamp(root, lock)
    found = read_stamp(venv)
    if found and wanted.items() <= found.items() and os.path.exists(interpreter(venv)):
        return interpreter(venv)
    whole = found.get("python") == wanted["python"] and os.path.exists(interpreter(venv))
    if not whole and not runs_in(venv):
        make_venv(venv)
    say("installing the locked packages into .venv (about half a minute, once)")
    remove_stamp(venv)
    install(venv, os.path.join(root, "requirements", lock + ".txt"))
    write_stamp(venv, wanted)
    return interpreter(venv)


def stamp(root, lock):  # type: (str, str) -> dict[str, str]
    """What makes an installation stale: the interpreter's version and the text of each lock it holds.

    The lock of the tests is compiled on top of the app's, so whoever has it has both.
    """
    names = ["base", "dev"] if lock == "dev" else ["base"]
    wanted = {"python": "{}.{}.{}".format(*sys.version_info[:3])}
    for name in names:
        with open(os.path.join(root, "requirements", name + ".txt"), "rb") as text:
            wanted[name] = hashlib.sha256(text.read()).hexdigest()
    return wanted


def read_stamp(venv):  # type: (str) -> dict[str, str]
    try:
        with open(os.path.join(venv, STAMP), encoding="utf-8") as text:
            found = json.load(text)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def remove_stamp(venv):  # type: (str) -> None
    if os.path.exists(os.path.join(venv, STAMP)):
        os.remove(os.path.join(venv, STAMP))


def write_stamp(venv, wanted):  # type: (str, dict[str, str]) -> None
    """Written last and in one move: a half-made `.venv` never carries a stamp."""
    path = os.path.join(venv, STAMP)
    with open(path + ".new", "w", encoding="utf-8") as text:
        json.dump(wanted, text)
    os.replace(path + ".new", path)


def make_venv(venv):  # type: (str) -> None
    """A fresh virtual environment in the place of whatever stood there."""
    say("making .venv")
    if uv():
        run(
            [uv(), "venv", "--quiet", "--clear", "--python", sys.executable, venv],
            venv,
            "make the virtual environment",
        )
        return
    import importlib.util

    if importlib.util.find_spec("venv") is None:
        raise SetupError(missing_venv())
    options = [] if importlib.util.find_spec("ensurepip") else ["--without-pip"]
    run(
        [sys.executable, "-m", "venv", "--clear"] + options + [venv],
        venv,
        "make the virtual environment",
    )


def install(venv, lock):  # type: (str, str) -> None
    """Install exactly what the lock names: hashes checked, wheels only, nothing built, nothing looked up besides.

    The lock names everything, so nothing is left to work out; and pip before 23.3, asked to, takes the newest release
    of a package that another wants with an extra, finds no hash for it, and gives up.
    """
    arguments = ["install", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", "-r", lock]
    if uv():
        command = [uv(), "pip"] + arguments[:1] + ["--python", interpreter(venv)] + arguments[1:]
    elif works([interpreter(venv), "-m", "pip", "--version"]):
        command = [interpreter(venv), "-m", "pip", "--disable-pip-version-check"] + arguments
    elif works([sys.executable, "-m", "pip", "--version"]):
        command = [
            sys.executable,
            "-m",
            "pip",
            "--disable-pip-version-check",
            "--python",
            venv,
        ] + arguments
    else:
        raise SetupError(missing_venv())
    run(command, venv, "install the packages")


def run(command, venv, purpose):  # type: (list[str], str, str) -> None
    """Run one step of the set-up; what it prints goes into a log, and a failure becomes one sentence."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)  # noqa: S603 our own words only
    if done.returncode == 0:
        return
    log = venv + "-install.log"
    with open(log, "wb") as text:
        text.write(done.stdout)
    raise SetupError(
        "could not {}: {}. The whole output is in {}. Start the same command again once that is mended.".format(
            purpose, reason(done.stdout.decode("utf-8", "replace")), os.path.basename(log)
        )
    )


def reason(output):  # type: (str) -> str
    """The likeliest cause in the output of a failed step, with its remedy."""
    if "No space left" in output:
        return "the disk is full; make some room"
    if "ensurepip" in output:
        return missing_venv()
    if "HASHES" in output or ("hash" in output.lower() and "mismatch" in output.lower()):
        return "a downloaded package is not the one the lock file names; check the package index in use"
    if any(
        sign in output
        for sign in (
            "NewConnectionError",
            "resolution",
            "timed out",
            "dns error",
            "Connection refused",
        )
    ):
        return "the package index can't be reached; check the network connection and the proxy settings"
    if "No matching distribution" in output or "no version of" in output:
        return "the package index has no ready-made package for this machine; check the index in use and the network"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "it printed nothing"


def missing_venv():  # type: () -> str
    """The remedy where Python came without its own venv or pip (Debian splits them off)."""
    return (
        "this Python has no working venv module; install it (on Debian or Ubuntu: "
        "sudo apt install python{}.{}-venv) and start the same command again".format(*sys.version_info[:2])
    )


def uv():  # type: () -> str
    return shutil.which("uv") or ""


def works(command):  # type: (list[str]) -> bool
    quiet = subprocess.DEVNULL
    return subprocess.run(command, stdout=quiet, stderr=quiet, check=False).returncode == 0  # noqa: S603 our own words only


def interpreter(venv):  # type: (str) -> str
    if os.name == "nt":
        return os.path.join(venv, "Scripts", "python.exe")
    return os.path.join(venv, "bin", "python")


def runs_in(venv):  # type: (str) -> bool
    return os.path.realpath(sys.prefix) == os.path.realpath(venv)


def go_on_with(python, argv):  # type: (str, list[str]) -> None
    """Become the interpreter of `.venv`; on Windows, where a process can't, wait for it."""
    command = [python, os.path.join(ROOT, "manage.py")] + argv[1:]
    sys.stdout.flush()
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)  # noqa: S603 our own words only
    os.execv(python, command)  # noqa: S606 our own interpreter


def say(text):  # type: (str) -> None
    sys.stderr.write("scorekeeper: " + text + "\n")
    sys.stderr.flush()
