"""What stands in deploy/: as far as it can be tried where no image can be built."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from skep.client import Person
from skep.server import redis_server, running
from skep.server.engines import workshop
from skep.server.settings import Settings
from skep.server.sockets import lobby_connection
from tests.faults.proxy import DEPLOY, SERVED_BY, Proxy, find_nginx, make_certificate
from tests.server.databases import Cluster
from tests.server.live import ServerProcess, free_port
from tests.server.redis_process import RedisProcess
from tests.server.tables.test_bus import SECRET, two_processes
from tests.server.tables.test_tables import follow, start_two

UNITS = sorted(path for path in (DEPLOY / "systemd").iterdir() if path.suffix != ".example")


def nginx() -> str:
    found = find_nginx()
    if found is None:
        why = "nginx is not installed, so its configuration was not tried (Debian: nginx-light)"
        if os.environ.get("CI") == "true":
            pytest.fail(why)
        pytest.skip(why)
    return found


def test_nginx_takes_the_configuration(tmp_path: Path) -> None:
    program = nginx()
    make_certificate(tmp_path / "tls")
    servers = ["127.0.0.1:18081", "127.0.0.1:18082"]
    proxy = Proxy(program, tmp_path, servers, port=free_port(), tls=True)
    assert "test is successful" in proxy.check()
    whole = (DEPLOY / "nginx" / "skep.conf").read_text()
    assert _is_taken(program, tmp_path, whole)
    assert not _is_taken(program, tmp_path, whole.replace("http://skep;", "skep;"))


def _is_taken(program: str, folder: Path, site: str) -> bool:
    """By `nginx -t`, at the ports that it names, of both families."""
    (folder / "skep.conf").write_text(site)
    command = [program, "-t", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_takes_the_units(tmp_path: Path, unit: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here, so the units were not verified")
    for other in UNITS:
        skep = Path(sys.executable).parent / "skep"
        text = other.read_text().replace("/opt/skep/bin/skep", str(skep))
        (tmp_path / other.name).write_text(text)
    name = unit.name.replace("@.", "@8081.")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", str(tmp_path / name)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_every_setting_that_is_named_exists() -> None:
    known = {f"SKEP_{field.name.upper()}" for field in msgspec.structs.fields(Settings)}
    files = [path for path in DEPLOY.rglob("*") if path.is_file()]
    for path in (*files, DEPLOY.parent / "docs" / "operating.md"):
        named = set(re.findall(r"\bSKEP_[A-Z_]+\b", path.read_text()))
        assert named <= known, path


def test_the_compose_file_names_what_is_there() -> None:
    yaml = pytest.importorskip("yaml")
    site = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = site["services"]
    upstream = (DEPLOY / "nginx" / "upstream.conf").read_text()
    servers = set(re.findall(r"server (\S+):8080", upstream))
    assert servers == {"server-1", "server-2"} <= set(services)
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            is_there = source in site["volumes"] or (DEPLOY / source).exists()
            assert is_there or source == "./tls"  # the operator's own
    for shared in ("SKEP_SECRET", "SKEP_DATABASE_URL", "SKEP_REDIS_URL"):
        values = {services[name]["environment"][shared] for name in ("server-1", "server-2")}
        assert len(values) == 1
    # nginx resolves the servers once, so they keep their addresses; they believe it by its own.
    fixed = {
        name: services[name]["networks"]["inside"]["ipv4_address"] for name in (*servers, "proxy")
    }
    assert len(set(fixed.values())) == 3
    trusted = {services[name]["environment"]["SKEP_TRUSTED_PROXIES"] for name in servers}
    assert trusted == {fixed["proxy"]}


def test_who_drains_is_not_killed_before_the_end() -> None:
    """Every way to stop a process gives it the same time, which is twice what it may take."""
    goodbye = lobby_connection.CLOSE_SECONDS * 2  # what is queued, then the close itself
    jobs = workshop.GRACE_SECONDS + workshop.CANCEL_SECONDS
    longest = goodbye + running.DRAIN_SECONDS + redis_server.ANSWER_SECONDS + jobs
    files = ("systemd/skep@.service", "systemd/skep-worker.service", "compose.yaml")
    told = "".join((DEPLOY / name).read_text() for name in files)
    limits = re.findall(r"(?:TimeoutStopSec=|stop_grace_period: )(\d+)", told)
    assert len(limits) == len(files)
    (limit,) = {int(each) for each in limits}
    assert 2 * longest <= limit
    assert f"after {limit} s it is killed" in (DEPLOY.parent / "docs/operating.md").read_text()


def test_the_machines_of_the_operating_page_agree() -> None:
    """Several machines: what trusts the proxy and what is asked by it are at the same places."""
    page = (DEPLOY.parent / "docs" / "operating.md").read_text()
    part = page.partition("## Several machines")[2].partition("\n## ")[0]
    proxy, data, one, two = (
        found[0]
        for word in ("nginx at", "PostgreSQL and Redis at", "servers at", "and")
        if (found := re.findall(rf"{word}\s+`(10\.0\.0\.\d+)`", part))
    )
    assert f"SKEP_TRUSTED_PROXIES={proxy}|" in part
    assert f"listen_addresses = '{data}'" in part
    assert f"bind {data}\\n" in part
    assert part.count(f"@{data}") == 2  # the addresses of both for skep.env
    assert f"|{one}:8081|" in part
    assert f"|{two}:8081|" in part
    assert f"SKEP_HOST={one}" in part
    # Whatever is replaced by sed is there to be replaced.
    example = (DEPLOY / "systemd" / "skep.env.example").read_text()
    for name in ("SECRET", "METRICS_TOKEN", "TRUSTED_PROXIES", "DATABASE_URL", "REDIS_URL"):
        assert re.search(rf"^SKEP_{name}=", example, re.MULTILINE)
    for name in set(re.findall(r"server-\d:8080", part)):
        assert name in (DEPLOY / "nginx" / "upstream.conf").read_text()


@pytest.mark.anyio
@pytest.mark.medium
async def test_a_table_lives_on_behind_the_proxy_when_its_server_is_drained(
    tmp_path: Path, cluster: Cluster, redis: RedisProcess
) -> None:
    program = nginx()
    (tmp_path / "nginx").mkdir()
    async with two_processes(
        tmp_path, cluster, redis, secret=SECRET, trusted_proxies="127.0.0.1"
    ) as servers:
        addresses = [server.url.removeprefix("http://") for server in servers]
        proxy = Proxy(program, tmp_path / "nginx", addresses, port=free_port())
        proxy.start()
        try:
            async with Person(proxy.url) as ann, Person(proxy.url) as bob:
                game = (await start_two(ann, bob)).game.id
                async with ann.sit(game) as white, bob.sit(game) as black:
                    await white.play("wS1")
                    await follow(black, 1)
                    await _drain_each(servers, black, white)
                await _check_files(proxy)
        finally:
            proxy.stop()


@pytest.mark.anyio
@pytest.mark.medium
async def test_sockets_find_whoever_is_there_after_each_server_was_away(
    tmp_path: Path, cluster: Cluster, redis: RedisProcess
) -> None:
    """A server that was away once is not kept from its sockets: none of them ends for hours."""
    program = nginx()
    (tmp_path / "nginx").mkdir()
    async with (
        two_processes(
            tmp_path, cluster, redis, secret=SECRET, trusted_proxies="127.0.0.1"
        ) as servers,
        contextlib.AsyncExitStack() as stack,
    ):
        addresses = [server.url.removeprefix("http://") for server in servers]
        proxy = Proxy(program, tmp_path / "nginx", addresses, port=free_port(), spread="random")
        proxy.start()
        stack.callback(proxy.stop)
        for away in servers:
            assert await away.stop() == 0
            for _ in range(12):
                address = proxy.url.replace("http", "ws")
                await stack.enter_async_context(connect(f"{address}/ws/lobby"))
            await away.start()


@pytest.mark.anyio
@pytest.mark.medium
async def test_page_api_and_socket_of_a_table_go_to_one_server(
    tmp_path: Path, cluster: Cluster, redis: RedisProcess
) -> None:
    """Amid an upgrade the page would else come from the old server and its socket go to the new."""
    program = nginx()
    (tmp_path / "nginx").mkdir()
    async with two_processes(
        tmp_path, cluster, redis, secret=SECRET, trusted_proxies="127.0.0.1"
    ) as servers:
        addresses = [server.url.removeprefix("http://") for server in servers]
        folder = tmp_path / "nginx"
        proxy = Proxy(program, folder, addresses, port=free_port())
        proxy.start()
        try:
            used = set()
            async with Person(proxy.url) as ann:
                for _ in range(24):
                    created = await ann.create({"game": "hive", "seats": [{"who": "me"}] * 2})
                    (server,) = await _servers_of(proxy, created.link, created.game.id)
                    used.add(server)
            assert used == set(addresses)
        finally:
            proxy.stop()


async def _servers_of(proxy: Proxy, link: str, game: str) -> set[str]:
    async with httpx.AsyncClient(base_url=proxy.url) as http:
        paths = (link, f"/g/{game}/replay", f"/api/games/{game}")
        found = {(await http.get(path)).headers[SERVED_BY] for path in paths}
    async with connect(f"{proxy.url.replace('http', 'ws')}/ws/game/{game}") as socket:
        assert socket.response is not None
        return {*found, socket.response.headers[SERVED_BY]}


async def _drain_each(servers: tuple[ServerProcess, ...], black: object, white: object) -> None:
    """A rolling upgrade: whichever server has the table, it is served on."""
    moves = iter((("black", "bS1 wS1-"), ("white", "wQ -wS1"), ("black", "bQ bS1-")))
    players = {"black": black, "white": white}
    for server in servers:
        assert await server.stop() == 0
        who, move = next(moves)
        await players[who].play(move)  # type: ignore[attr-defined]
        await server.start()


async def _check_files(proxy: Proxy) -> None:
    """What is not for everybody is not to be had, and files come with their long life."""
    async with httpx.AsyncClient(base_url=proxy.url) as http:
        assert (await http.get("/ready")).status_code == 404
        page = (await http.get("/")).text
        found = re.search(r'"(/static/[0-9a-f]+/[^"]+\.css)"', page)
        assert found is not None
        answer = await http.get(found.group(1))
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
