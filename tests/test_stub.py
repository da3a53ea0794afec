"""The committed typing stub of the core is the one that the built core generates."""

import shutil
import subprocess
import sys
from pathlib import Path

STUB = Path(__file__).parent.parent / "src/skep/_core.pyi"


def test_stub_is_fresh(tmp_path: Path) -> None:
    # In a folder of the same name, so that the same lint rules apply.
    (tmp_path / "src/skep").mkdir(parents=True)
    generated = tmp_path / "src/skep/_core.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "skep._core", "-o", generated],
        check=True,
    )
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent))
    assert ruff is not None
    config = ["--config", str(STUB.parents[2] / "pyproject.toml")]
    subprocess.run([ruff, "check", "-q", "--fix", *config, generated], check=False)
    subprocess.run([ruff, "format", "-q", *config, generated], check=True)
    assert generated.read_text() == STUB.read_text(), "run `make stub`"
