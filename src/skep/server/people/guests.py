"""Who somebody is: a signed cookie that names a user row, made by the first action."""

from __future__ import annotations

import secrets
from http.cookies import SimpleCookie
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import HTTPConnection
from starlette.responses import Response

from skep.server.people.names import guest_name
from skep.server.secrecy import is_same_secret
from skep.server.storage.schema import users
from skep.server.storage.writer import Writer
from skep.server.tables.tables import now_ms

__all__ = ["COOKIE", "Guests"]

COOKIE = "skep_guest"
_YEAR_SECONDS = 365 * 86_400


class Guests:
    """Reads and writes the cookie. A visit alone makes no row; an action does."""

    def __init__(self, secret: str, writer: Writer) -> None:
        self._serializer = URLSafeSerializer(secret, salt="guest")
        self._csrf = URLSafeSerializer(secret, salt="csrf")
        self._writer = writer

    def user_of(self, connection: HTTPConnection) -> int | None:
        return self._read(connection.cookies.get(COOKIE, ""))

    def user_of_scope(self, scope: Any) -> int | None:
        """As `user_of`, from the bare headers of a socket."""
        for name, value in scope["headers"]:
            if name == b"cookie" and COOKIE.encode() in value:
                morsel = SimpleCookie(value.decode("latin-1")).get(COOKIE)
                return self._read(morsel.value) if morsel is not None else None
        return None

    def _read(self, text: str) -> int | None:
        if not text or len(text) > 200:
            return None
        try:
            user = self._serializer.loads(text)
        except BadSignature:
            return None
        return user if isinstance(user, int) else None

    async def create(self, language: str | None = None) -> int:
        """A new guest; the language is the one they have chosen, if they have."""
        name = guest_name(secrets.randbelow(9000) + 1000)
        row = {"kind": "guest", "name": name, "created_ms": now_ms(), "language": language}
        statement = insert(users).values(row).returning(users.c.id)

        async def work(database: AsyncConnection) -> int:
            return int((await database.execute(statement)).scalar_one())

        return await self._writer.run(work)

    async def rename(self, user: int, name: str) -> None:
        await self._change(user, name=name)

    async def choose_language(self, user: int, language: str) -> None:
        """It goes where the person goes; the cookie with their settings stays on its device."""
        await self._change(user, language=language)

    async def _change(self, user: int, **values: str) -> None:
        statement = update(users).where(users.c.id == user).values(values)

        async def work(database: AsyncConnection) -> None:
            await database.execute(statement)

        await self._writer.run(work)

    def remember(self, response: Response, user: int, *, secure: bool) -> None:
        response.set_cookie(
            COOKIE,
            str(self._serializer.dumps(user)),
            max_age=_YEAR_SECONDS,
            httponly=True,
            samesite="lax",
            secure=secure,
        )

    def csrf_token(self, nonce: str) -> str:
        """What a form carries: it fits only the nonce in the visitor's own cookie.

        No two are alike, so that nobody learns one from the lengths of packed pages.
        """
        mask = secrets.token_bytes(len(nonce.encode()))
        return str(self._csrf.dumps(f"{mask.hex()}.{_masked(nonce.encode(), mask).hex()}"))

    def is_csrf_token(self, nonce: str, token: str) -> bool:
        try:
            mask, _, rest = str(self._csrf.loads(token)).partition(".")
            meant = _masked(bytes.fromhex(rest), bytes.fromhex(mask))
            return bool(nonce) and is_same_secret(meant.decode(), nonce)
        except (BadSignature, ValueError):
            return False


def _masked(text: bytes, mask: bytes) -> bytes:
    """Twice it is the text again."""
    return bytes(one ^ other for one, other in zip(text, mask, strict=True))
