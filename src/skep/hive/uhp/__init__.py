"""UHP, the Universal Hive Protocol: a server for our engine, a client for any other.

The server is `server` (a line in, lines out) on `streams`; the client is `client` with its twin
for asyncio. What the moves mean is the business of `skep.hive`.
"""
