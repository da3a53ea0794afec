"""Databases for the tests: a SQLite folder each, and one PostgreSQL cluster for the session."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Cluster", "find_postgresql", "start_cluster"]


def find_postgresql() -> Path | None:
    """Where PostgreSQL's programs are, if it is installed."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).parent if found else None


@dataclass(frozen=True)
class Cluster:
    """A throw-away PostgreSQL that listens on a socket in its own folder only."""

    programs: Path
    folder: Path
    user: str

    def _run(self, *command: str) -> None:
        as_user = ["runuser", "-u", self.user, "--"] if os.geteuid() == 0 else []
        subprocess.run(
            [*as_user, *command], check=True, capture_output=True, cwd=self.folder, timeout=120
        )

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60"
        self._control("start", "-l", str(self.folder / "log"), "-o", options)

    def stop(self, mode: str = "fast") -> None:
        self._control("stop", "-m", mode)

    def freeze(self) -> None:
        """It takes whatever it is sent, and answers nothing."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, which: signal.Signals) -> None:
        """The process that makes the others first: then there are no new ones."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(first, which)
        children = Path(f"/proc/{first}/task/{first}/children").read_text()
        for child in map(int, children.split()):
            os.kill(child, which)

    def _control(self, *arguments: str) -> None:
        self._run(str(self.programs / "pg_ctl"), "-w", "-D", str(self.folder / "data"), *arguments)

    def new_database(self) -> str:
        """Make an empty database; its URL."""
        name = f"skep_{uuid.uuid4().hex[:12]}"
        self._run(str(self.programs / "createdb"), "-h", str(self.folder), name)
        return f"postgresql://{self.user}@/{name}?host={self.folder}"


@contextlib.contextmanager
def start_cluster(programs: Path) -> Iterator[Cluster]:
    """PostgreSQL refuses to run as root: then it runs as its own user."""
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    folder = Path(tempfile.mkdtemp(prefix="skep-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, user)
    cluster = Cluster(programs, folder, user)
    try:
        cluster._run(
            str(programs / "initdb"), "-D", str(folder / "data"), "-A", "trust", "-U", user
        )
        cluster.start()
        yield cluster
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            cluster.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)
