"""Live connections: one socket at one game."""
