"""A throw-away Redis for the tests, which can be killed and started again at the same address."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["PASSWORD", "RedisProcess", "find_redis", "start_redis"]

PASSWORD = "a-secret-that-no-log-may-show"


def find_redis() -> str | None:
    return shutil.which("redis-server")


@dataclass
class RedisProcess:
    """Listens on a socket in its own folder only; keeps nothing."""

    program: str
    folder: Path
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def path(self) -> Path:
        return self.folder / "redis.sock"

    @property
    def url(self) -> str:
        return f"unix://:{PASSWORD}@{self.path}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.program, "--port", "0", "--unixsocket", str(self.path), "--save", "",
             "--appendonly", "no", "--requirepass", PASSWORD, "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(500):
            with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
                probe.connect(str(self.path))
                return
            time.sleep(0.02)
        raise RuntimeError("Redis did not start")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
            self.path.unlink(missing_ok=True)


@contextlib.contextmanager
def start_redis(program: str) -> Iterator[RedisProcess]:
    folder = Path(tempfile.mkdtemp(prefix="skep-redis-"))
    redis = RedisProcess(program, folder)
    try:
        redis.start()
        yield redis
    finally:
        redis.kill()
        shutil.rmtree(folder, ignore_errors=True)
