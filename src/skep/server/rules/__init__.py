"""What the server asks of a game, and what every game may use: clocks and limits.

No game is known here, and nothing of storage or sockets.
"""
