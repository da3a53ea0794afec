"""Games in memory and the one way by which they change; who is there, and what falls due."""
