"""La Ruche at a table: a match behind the contract, and its bots."""
