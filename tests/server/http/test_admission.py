"""What one address may have worked on at a time."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send

from skep.server.http.guard import AT_A_TIME, Guard
from skep.server.settings import Settings

pytestmark = pytest.mark.anyio

MANY = AT_A_TIME + 24


@pytest.mark.parametrize(("given_up", "worked_on"), [(True, AT_A_TIME), (False, MANY)])
async def test_who_asks_for_much_and_runs_away_has_little_done(
    given_up: bool, worked_on: int
) -> None:
    begun: list[str] = []
    go_on = asyncio.Event()

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        begun.append(scope["client"][0])
        await go_on.wait()

    async def receive() -> Message:
        return {"type": "http.disconnect" if given_up else "http.request"}

    async def send(_message: Message) -> None:
        pass

    guard = Guard(app, Settings())

    def ask(address: str) -> asyncio.Task[None]:
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": "/",
            "headers": [(b"host", b"localhost")],
            "client": (address, 40000),
        }
        return asyncio.create_task(guard(scope, receive, send))

    asked = [ask("127.0.0.2") for _ in range(MANY)]
    asked.append(ask("127.0.0.3"))
    await asyncio.sleep(0)
    assert sorted(begun) == ["127.0.0.2"] * AT_A_TIME + ["127.0.0.3"]
    go_on.set()
    await asyncio.gather(*asked)
    assert begun.count("127.0.0.2") == worked_on
