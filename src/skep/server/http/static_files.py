"""The files that pages use, under addresses that never change their meaning.

`/static/<build hash>/…` is served from memory with immutable caching: the hash is taken over all
files, so a new build has new addresses. Modules import each other by relative paths only; the
whole import graph of a page is known here, so that its head can name it. The builds before, as far
as they ran here, are served on from the data folder: a tab that was open may still need them.
Comments are for readers of the sources and do not travel: they would be a quarter of a visit.
"""

from __future__ import annotations

import gzip
import hashlib
import logging
import mimetypes
import posixpath
import re
import secrets
import zipfile
import zlib
from importlib.resources.abc import Traversable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.http.answers import error_response

__all__ = ["StaticFiles", "without_comments"]

log = logging.getLogger(__name__)
BUILDS_BEFORE = 3

# Not what stands in brackets: a type named in a comment is no import.
_IMPORT = re.compile(
    r"""^\s*(?:import\s*|(?:import|export)\b[^;"'()]*?\bfrom\s*)["'](\.{1,2}/[^"']+)["']""",
    re.MULTILINE,
)
_COMMENT = re.compile(rb"^[ \t]*//[^\n]*|/\*.*?\*/[ \t]*", re.MULTILINE | re.DOTALL)


class StaticFiles:
    """The package's static files, read once; `kept` has those of the builds before."""

    def __init__(
        self,
        folder: Traversable,
        extra: dict[str, bytes] | None = None,
        kept: Path | None = None,
    ) -> None:
        self._files: dict[str, tuple[bytes, bytes, str]] = {}
        digest = hashlib.sha256()
        for path, data in sorted([*_walk(folder, ""), *(extra or {}).items()]):
            sent = without_comments(data) if path.endswith((".js", ".css")) else data
            digest.update(path.encode() + b"\0" + sent)
            self._files[path] = (sent, gzip.compress(sent, 9, mtime=0), _kind_of(path))
        self.build = digest.hexdigest()[:12]
        self._graphs: dict[str, tuple[str, ...]] = {}
        self._before: dict[str, Path] = {}
        if kept is not None:
            self._keep(kept)

    def _keep(self, folder: Path) -> None:
        """Put this build beside those of before, of which the newest stay."""
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            mine = folder / f"{self.build}.zip"
            # Servers in containers may share the folder, and each of them is process 1.
            partial = folder / f"{self.build}.{secrets.token_hex(4)}.part"
            with zipfile.ZipFile(partial, "w") as archive:
                for path, (_, packed, _) in self._files.items():
                    archive.writestr(path, packed)
            partial.replace(mine)
            others = [path for path in folder.glob("*.zip") if path != mine]
            others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
            for other in others[BUILDS_BEFORE:]:
                other.unlink(missing_ok=True)
        except OSError as problem:
            log.warning("the files of this build are not kept for later: %s", problem)
            return
        self._before = {path.stem: path for path in others[:BUILDS_BEFORE]}

    def _of_before(self, build: str, path: str) -> tuple[bytes, bytes, str] | None:
        archive = self._before.get(build)
        if archive is None:
            return None
        try:
            with zipfile.ZipFile(archive) as files:
                packed = files.read(path)
                return gzip.decompress(packed), packed, _kind_of(path)
        except (KeyError, OSError, EOFError, zlib.error, zipfile.BadZipFile):
            return None

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
        build, path = request.path_params["build"], request.path_params["path"]
        found = self._files.get(path) if build == self.build else self._of_before(build, path)
        if found is None:
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


def without_comments(source: bytes) -> bytes:
    """What a browser needs of a module or a style sheet; every line keeps its number.

    A comment at the end of a line of code stays, as `//` may stand in a string there.

    >>> without_comments(b"// A\\nlet /** @type {B} */ c = 1; // d\\n")
    b'\\nlet c = 1; // d\\n'
    """
    return _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), source)


def _kind_of(path: str) -> str:
    if path.endswith(".js"):
        return "text/javascript"
    if path.endswith(".webmanifest"):
        return "application/manifest+json"
    return mimetypes.guess_type(path)[0] or "application/octet-stream"


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _walk(entry, f"{prefix}{entry.name}/")
        elif not entry.name.endswith((".py", ".pyc")):
            found.append((prefix + entry.name, entry.read_bytes()))
    return found
