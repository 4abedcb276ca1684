"""Real processes beside the tests: their environment, and the addresses of the test database."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import connections

ROOT = Path(__file__).resolve().parent.parent


def database_url(alias: str = "default", user: str | None = None) -> str:
    """The address of the test database for the role of ``alias``, or for another ``user``."""
    given = urlsplit(os.environ["DATABASE_URL" if alias == "default" else "LEGALRAG_OWNER_DATABASE_URL"])
    identity, _, server = given.netloc.rpartition("@")
    name = connections[alias].settings_dict["NAME"]
    return urlunsplit(given._replace(netloc=f"{user or identity}@{server}", path=f"/{name}"))


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with ``arguments`` on the test database and the test's own folders, and wait for it."""
    given = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": database_url(),
        "LEGALRAG_OWNER_DATABASE_URL": database_url("owner"),
        "LEGALRAG_BLOB_DIR": str(settings.BLOB_DIR),
        "LEGALRAG_INDEX_DIR": settings.LEXICAL_INDEXES["default"]["OPTIONS"]["path"],
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **given, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
