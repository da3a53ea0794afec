"""UHP, the Universal Hive Protocol: a server for our engine or any bot; `uhp_client` is the client.

`serve_bot` puts a bot behind it. `server` takes a line and gives lines, `streams` puts it on
standard input and output. What moves mean is the business of `skep.hive`.
"""

from skep.hive.uhp.server import Choose, UhpServer
from skep.hive.uhp.streams import serve_bot

__all__ = ["Choose", "UhpServer", "serve_bot"]
