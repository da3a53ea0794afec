"""`python -m skep.cli` is `skep`."""

from skep.cli import main

main()
