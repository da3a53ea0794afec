"""Pictures of a position: SVG for pages, notebooks and paper, text for terminals and tests."""
