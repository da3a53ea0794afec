"""Live tables: people, engines and bots at both games, on a log that never loses a move.

A game is its log. `rules` says what the server asks of a game, and only the packages of `games`
know bugs or tiles; `tables` turns commands into events; `storage` makes them durable; `http` and
`sockets` speak with the outside by the types of `skep.protocol`. Whatever else is in memory is a
cache of the database.
"""
