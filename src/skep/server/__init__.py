"""Live tables: people, engines and bots at both games, on a log that never loses a move.

A game is its log. `rules` says what the server asks of a game and nothing here but its two
adapters (`hive_rules`, `laruche_rules`) knows bugs or tiles; `tables` turns commands into events;
`writer` makes them durable; `connection` and `api` speak with the outside by the types of
`messages`. Whatever else is in memory is a cache of the database.
"""
