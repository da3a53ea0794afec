"""Drive any UHP engine: `UhpClient`, and `AsyncUhpClient` for asyncio.

Both carry out the same requests; a crash, a time-out, a refusal or garbage is an `EngineError`.
"""

from skep.hive.engine.analysis import Score
from skep.hive.engine.limits import Limit
from skep.hive.uhp_client.async_client import AsyncUhpClient
from skep.hive.uhp_client.client import UhpClient
from skep.hive.uhp_client.requests import Answer, EngineId

__all__ = ["Answer", "AsyncUhpClient", "EngineId", "Limit", "Score", "UhpClient"]
