"""The databases of the server's tests serve here too."""

from tests.server.conftest import anyio_backend, cluster, redis

__all__ = ["anyio_backend", "cluster", "redis"]
