"""Which code is running, for query logs and figures."""

import subprocess
from functools import cache
from pathlib import Path

import legalrag

ROOT = Path(__file__).resolve().parent.parent


@cache
def code_version() -> str:
    """The release, and the commit where the code runs from a checkout: "0.1.0 9ba83a3"."""
    if not (ROOT / ".git").exists():
        return legalrag.__version__
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return f"{legalrag.__version__} {described.stdout.strip()}".strip()
