"""Hosts of their own on one machine: network namespaces on a bridge, as root on Linux."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["Host", "Lack", "Network", "network", "why_no_hosts"]


def _ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")


@dataclass(frozen=True)
class Host:
    """A name, an address, and what runs there is begun with `prefix`."""

    name: str
    address: str

    @property
    def prefix(self) -> list[str]:
        return ["ip", "netns", "exec", self.name]

    def cut_off(self, other: Host) -> None:
        """Nothing from here gets to the other host any more; what comes from there does.

        So the other one is never told: its packets are not refused, they are never answered.
        """
        _ip("-n", self.name, "route", "add", "blackhole", f"{other.address}/32")

    def join_again(self, other: Host) -> None:
        _ip("-n", self.name, "route", "del", "blackhole", f"{other.address}/32")


@dataclass
class Network:
    """A bridge, where this process is at `address`, and the hosts on it."""

    number: int
    hosts: list[Host] = field(default_factory=list)

    @property
    def bridge(self) -> str:
        return f"skepbr{self.number}"

    @property
    def address(self) -> str:
        return f"10.77.{self.number}.1"

    def add(self, name: str) -> Host:
        place = len(self.hosts) + 11
        host = Host(f"skep{self.number}-{name}", f"10.77.{self.number}.{place}")
        outer = f"skepv{self.number}x{place}"
        _ip("netns", "add", host.name)
        self.hosts.append(host)
        _ip("link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", host.name)
        _ip("link", "set", outer, "master", self.bridge, "up")
        _ip("-n", host.name, "addr", "add", f"{host.address}/24", "dev", "eth0")
        _ip("-n", host.name, "link", "set", "eth0", "up")
        _ip("-n", host.name, "link", "set", "lo", "up")
        return host


@dataclass(frozen=True)
class Lack:
    """What a machine lacks; `is_final`: no program and no right that it could be given helps."""

    what: str
    is_final: bool = False

    @property
    def is_failure(self) -> bool:
        """Where everything must be tried (`CI=true`), only what cannot be had may be left out."""
        return os.environ.get("CI") == "true" and not self.is_final


def why_no_hosts() -> Lack | None:
    """What keeps this machine from having hosts; None: nothing."""
    if os.geteuid() != 0:
        return Lack("only root makes network namespaces")
    if shutil.which("ip") is None:
        return Lack("ip is not installed (Debian: iproute2)")
    name = f"skep-probe-{os.getpid()}"
    try:
        _ip("netns", "add", name)
        _ip("netns", "del", name)
    except RuntimeError as problem:
        return Lack(f"this machine gives even root no network namespaces: {problem}", is_final=True)
    return None


@contextlib.contextmanager
def network() -> Iterator[Network]:
    made = Network(os.getpid() % 250 + 1)
    _ip("link", "add", made.bridge, "type", "bridge", "forward_delay", "0")
    try:
        _ip("addr", "add", f"{made.address}/24", "dev", made.bridge)
        _ip("link", "set", made.bridge, "up")
        yield made
    finally:
        for host in made.hosts:
            with contextlib.suppress(RuntimeError):
                _ip("netns", "del", host.name)
        time.sleep(0.1)  # the kernel takes the links away with them, a moment later
        _ip("link", "del", made.bridge)
