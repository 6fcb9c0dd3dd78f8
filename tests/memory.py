"""How much memory a process has had."""

from pathlib import Path

STATUS = Path("/proc/self/status")


def peak() -> int:
    """The most memory that this process has had since its program began, in kB. What `getrusage` says is no less than
    what the process had that started it, and hides whatever grows below that."""
    [line] = [line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1])
