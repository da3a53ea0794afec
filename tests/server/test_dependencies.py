"""No dependency has a known hole; and an audit that looked at nothing is not a passed one."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, NamedTuple

import pytest


class Audit(NamedTuple):
    audited: list[str]
    not_audited: list[str]
    vulnerable: list[str]


def read_audit(report: str) -> Audit:
    """What pip-audit says of every package. It succeeds also when it could look none up."""
    try:
        packages: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Audit([], [], [])
    audited = [package for package in packages if "skip_reason" not in package]
    return Audit(
        [package["name"] for package in audited],
        [package["name"] for package in packages if "skip_reason" in package],
        [
            f"{package['name']} {package['version']}: "
            + ", ".join(hole["id"] for hole in package["vulns"])
            for package in audited
            if package["vulns"]
        ],
    )


@pytest.mark.medium
def test_no_dependency_has_a_known_vulnerability() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--local", "--skip-editable", "--format", "json",
         "--progress-spinner", "off", "--timeout", "10"],
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    audit = read_audit(done.stdout)
    assert not audit.vulnerable, "\n".join(audit.vulnerable)
    left = [name for name in audit.not_audited if name != "skep"]
    if left or not audit.audited:
        pytest.skip(
            f"NOT AUDITED: {', '.join(left) or 'any dependency'}"
            f" ({len(audit.audited)} were); {done.stderr.strip()[-200:]}"
        )


def test_an_audit_of_nothing_is_seen() -> None:
    assert read_audit("") == read_audit("no network") == read_audit("[]") == Audit([], [], [])
    skipped = {"name": "click", "skip_reason": "not found on the index"}
    fine = {"name": "click", "version": "8.0", "vulns": []}
    bad = {"name": "click", "version": "7.0", "vulns": [{"id": "CVE-1"}, {"id": "CVE-2"}]}

    def read(*packages: dict[str, Any]) -> Audit:
        return read_audit(json.dumps({"dependencies": packages, "fixes": []}))

    assert read(skipped) == Audit([], ["click"], [])
    assert read(fine) == Audit(["click"], [], [])
    assert read(bad).vulnerable == ["click 7.0: CVE-1, CVE-2"]
