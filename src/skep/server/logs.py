"""Logs: a line for people, or a JSON object for machines. Never a hand, a seed or a key."""

from __future__ import annotations

import json
import logging
import sys
import time

from skep.server.settings import Settings

__all__ = ["configure_logs"]


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure_logs(settings: Settings) -> None:
    handler = logging.StreamHandler(sys.stderr)
    if settings.log_format == "json":
        handler.setFormatter(_Json())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.DEBUG if settings.development else logging.INFO)
    for chatty in ("aiosqlite", "asyncio", "httpx", "alembic", "uvicorn.error"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
