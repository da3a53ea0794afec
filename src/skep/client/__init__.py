"""A scripted person: for bots, tests and load. It knows the messages and no rules."""

from skep.client.session import Person, Session

__all__ = ["Person", "Session"]
