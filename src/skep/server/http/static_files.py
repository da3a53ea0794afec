"""The files that pages use, under addresses that never change their meaning.

`/static/<build hash>/…` is served from memory with immutable caching: the hash is taken over all
files, so a new build has new addresses. Modules import each other by relative paths only; the
whole import graph of a page is known here, so that its head can name it.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.http.answers import error_response

__all__ = ["StaticFiles"]

# Not what stands in brackets: a type named in a comment is no import.
_IMPORT = re.compile(
    r"""^\s*(?:import\s*|(?:import|export)\b[^;"'()]*?\bfrom\s*)["'](\.{1,2}/[^"']+)["']""",
    re.MULTILINE,
)


class StaticFiles:
    """The package's static files, read once."""

    def __init__(self, folder: Traversable, extra: dict[str, bytes] | None = None) -> None:
        self._files: dict[str, tuple[bytes, bytes, str]] = {}
        digest = hashlib.sha256()
        for path, data in sorted([*_walk(folder, ""), *(extra or {}).items()]):
            digest.update(path.encode() + b"\0" + data)
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            if path.endswith(".js"):
                kind = "text/javascript"
            if path.endswith(".webmanifest"):
                kind = "application/manifest+json"
            self._files[path] = (data, gzip.compress(data, 9, mtime=0), kind)
        self.build = digest.hexdigest()[:12]
        self._graphs: dict[str, tuple[str, ...]] = {}

    def url(self, path: str) -> str:
        if path not in self._files:
            raise KeyError(f"there is no static file {path}")
        return f"/static/{self.build}/{path}"

    def modules_of(self, entry: str) -> tuple[str, ...]:
        """The paths of every module that an entry needs, the entry first, nearest first."""
        if entry not in self._graphs:
            found = [entry]
            for path in found:
                for target in self.imports_of(path):
                    if target not in found:
                        found.append(target)
            self._graphs[entry] = tuple(found)
        return self._graphs[entry]

    def imports_of(self, path: str) -> list[str]:
        text = self._files[path][0].decode()
        folder = posixpath.dirname(path)
        return [posixpath.normpath(posixpath.join(folder, name)) for name in _IMPORT.findall(text)]

    async def serve(self, request: Request) -> Response:
        found = self._files.get(request.path_params["path"])
        if found is None or request.path_params["build"] != self.build:
            return error_response(
                CommandRefusedError(RefusalCode.NOT_FOUND, "There is no such file.")
            )
        data, packed, kind = found
        headers = {
            "cache-control": "public, max-age=31536000, immutable",
            "vary": "accept-encoding",
        }
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                packed, media_type=kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(data, media_type=kind, headers=headers)


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _walk(entry, f"{prefix}{entry.name}/")
        elif not entry.name.endswith((".py", ".pyc")):
            found.append((prefix + entry.name, entry.read_bytes()))
    return found
