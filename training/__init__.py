"""Self-play and the fitting of evaluation weights (not shipped in the wheel)."""
