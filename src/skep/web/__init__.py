"""Templates, static files and word lists of the pages. No Python here."""
