"""`python -m skep` is the command `skep`."""

from skep.cli import main

if __name__ == "__main__":
    main(prog_name="skep")
