"""Two checkouts of skep measured beside each other, each with its own environment."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["HERE", "Checkout", "Served", "free_port", "sides", "wait_for"]

HERE = Path(__file__).parent.parent
# One address plays all visitors.
GENEROUS = {
    "SKEP_DEVELOPMENT": "true",
    "SKEP_REQUESTS_PER_SECOND": "100000",
    "SKEP_CREATIONS_PER_MINUTE": "6000000",
    "SKEP_COMMANDS_PER_SECOND": "100000",
    "SKEP_SOCKETS_PER_ADDRESS": "5000",
}


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@dataclass(frozen=True)
class Served:
    """A server process, measured from outside."""

    url: str
    pid: int

    @property
    def cpu_seconds(self) -> float:
        """Of the process with its threads, without its children."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Checkout:
    """A folder with the sources of some commit, set up by `make setup`."""

    name: str
    path: Path

    @property
    def python(self) -> Path:
        """Its own; where the benchmarks themselves lie, the one that runs them."""
        return Path(sys.executable) if self.path == HERE else self.path / ".venv/bin/python"

    @contextlib.contextmanager
    def serving(self) -> Iterator[Served]:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        command = [str(self.python), "-m", "skep.cli", "serve", "--port", str(port)]
        with tempfile.TemporaryDirectory(prefix="skep-bench-") as folder:
            environ = {k: v for k, v in os.environ.items() if not k.startswith("SKEP_")}
            environ |= {**GENEROUS, "SKEP_DATA_DIR": folder}
            with Path(folder, "log").open("wb") as log:
                process = subprocess.Popen(
                    command, cwd=self.path, env=environ, stdout=log, stderr=log
                )
            try:
                wait_for(f"{url}/ready", process, seconds=60)
                yield Served(url, process.pid)
            finally:
                process.terminate()
                process.wait(20)


def wait_for(url: str, process: subprocess.Popen[bytes], *, seconds: float) -> None:
    """Until the address answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise SystemExit(f"what should answer at {url} ended with {process.returncode}")
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5) as answer:
            if answer.status == 200:
                return
        time.sleep(0.02)
    raise SystemExit(f"nothing answers at {url}")


def sides(before: str | None) -> list[Checkout]:
    """This checkout, and the other one before it where it is given."""
    here = Checkout("after" if before else "here", HERE)
    if before is None:
        return [here]
    other = Checkout("before", Path(before).resolve())
    if not other.python.exists():
        raise SystemExit(f"{other.path} is not set up: run `make setup` there")
    return [other, here]
