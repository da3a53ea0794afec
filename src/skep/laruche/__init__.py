"""La Ruche: tiles, the real-time match, bots, and the solitaire."""
