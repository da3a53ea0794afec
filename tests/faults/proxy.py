"""nginx with the configuration of deploy/, its names and places changed to those of a test."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

__all__ = ["DEPLOY", "SERVED_BY", "Proxy", "find_nginx", "make_certificate"]

DEPLOY = Path(__file__).parents[2] / "deploy"
SERVED_BY = "X-Served-By"  # in every answer: the servers that were tried, the last one gave it


def find_nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def make_certificate(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
         "-subj", "/CN=play.example", "-keyout", "privkey.pem", "-out", "fullchain.pem"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip


@dataclass
class Proxy:
    """A running nginx in a folder of its own. Without `tls` it listens in plain HTTP."""

    program: str
    folder: Path
    servers: Sequence[str]
    address: str = "127.0.0.1"
    port: int = 0
    tls: bool = False
    # by the table; to any; or all to the first, the others being for when it is away
    spread: Literal["table", "random", "first"] = "table"
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def url(self) -> str:
        return f"{'https' if self.tls else 'http'}://{self.address}:{self.port}"

    def write(self) -> Path:
        """The files of deploy/nginx, as this test needs them; the one to begin with."""
        upstream = (DEPLOY / "nginx" / "upstream.conf").read_text()
        found = re.search(r"(?:    server \S+( [^\n]+)\n)+", upstream)
        assert found is not None
        rest = found[1].replace(";", " backup;") if self.spread == "first" else found[1]
        lines = [f"    server {server}{rest}\n" for server in self.servers]
        lines[0] = f"    server {self.servers[0]}{found[1]}\n"
        upstream = upstream.replace(found[0], "".join(lines))
        if self.spread != "table":
            other = "random;" if self.spread == "random" else ""
            upstream = upstream.replace("hash $skep_table consistent;", other)
        (self.folder / "upstream.conf").write_text(upstream)
        site = (DEPLOY / "nginx" / "skep.conf").read_text()
        site = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", site, flags=re.DOTALL)
        here = f"listen {self.address}:{self.port}{' ssl' if self.tls else ''};"
        told = f"add_header {SERVED_BY} $upstream_addr always;"
        site = re.sub(r"listen 443 ssl;\s+listen \[::\]:443 ssl;", f"{here}\n    {told}", site)
        if not self.tls:
            site = re.sub(r"    ssl_[^\n]+\n", "", site)
        (self.folder / "skep.conf").write_text(site)
        main = (DEPLOY / "nginx" / "nginx.conf").read_text()
        main = main.replace("include mime.types", "include /etc/nginx/mime.types")
        begin = f"daemon off; pid {self.folder}/pid; error_log {self.folder}/log; user root;\n"
        path = self.folder / "nginx.conf"
        path.write_text(begin + main)
        return path

    def _command(self, *more: str) -> list[str]:
        return [self.program, "-p", str(self.folder), "-c", str(self.write()), *more]

    def check(self) -> str:
        """`nginx -t`: what it says."""
        done = subprocess.run(self._command("-t"), capture_output=True, text=True, check=False)
        return done.stderr

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(500):
            with socket.socket() as probe:
                if not probe.connect_ex((self.address, self.port)):
                    return
            time.sleep(0.02)
        raise RuntimeError((self.folder / "log").read_text())

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None
