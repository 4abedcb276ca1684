"""The project's own database server, when several processes start it at the same moment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg

from tests.processes import ROOT

START = (
    "import sys, time; from pathlib import Path; from legalrag.postgres import start_local_server;"
    "print(start_local_server(Path(sys.argv[1])).serving); sys.stdout.flush(); sys.stdin.read()"
)


def test_processes_that_start_at_once_share_one_server(tmp_path: Path) -> None:
    # The server runs as a user of its own where the tests run as root, and must reach its folder.
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == Path.home().owner() and folder.is_relative_to("/tmp"):  # noqa: S108
            folder.chmod(folder.stat().st_mode | 0o055)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", START, str(tmp_path / "server")],
            cwd=ROOT,
            env=dict(os.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    try:
        addresses = {process.stdout.readline().strip() for process in processes}
        assert len(addresses) == 1
        (address,) = addresses
        with psycopg.connect(address) as connection:
            row = connection.execute(
                "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
            )
            assert row.fetchone() == (False, False)
    finally:
        for process in processes:
            process.communicate("")
    assert [process.returncode for process in processes] == [0, 0, 0]
