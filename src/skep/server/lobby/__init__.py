"""How games come into being: creating, joining, rematches, lists."""
