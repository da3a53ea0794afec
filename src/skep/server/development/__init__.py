"""For those who work on skep: every state of every page, and the types for the browser."""
