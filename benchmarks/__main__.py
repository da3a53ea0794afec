"""All benchmarks, one after the other: python -m benchmarks [name …]."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

_NOT_COMMANDS = {"__init__", "__main__", "attackers", "checkouts", "positions"}


def main() -> None:
    commands = {
        path.stem: (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n")[0]
        for path in sorted(Path(__file__).parent.glob("*.py"))
        if path.stem not in _NOT_COMMANDS
    }
    wanted = sys.argv[1:] or list(commands)
    unknown = set(wanted) - set(commands)
    if unknown:
        sys.exit(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(commands)}")
    failed = []
    for name in wanted:
        print(f"\n{name}: {commands[name]}", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode:
            failed.append(name)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
