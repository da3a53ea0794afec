"""The kinds of game, a package each. None knows another."""
