"""A bare echo server on the same stack: for each message it sends three frames back."""

from __future__ import annotations

import sys

import uvicorn
from starlette.types import Receive, Scope, Send

FRAMES = 3  # acknowledgement, and the event to both players


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        for _ in range(FRAMES):
            await send({"type": "websocket.send", "text": message["text"]})


if __name__ == "__main__":
    uvicorn.run(
        echo,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="error",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
    )
