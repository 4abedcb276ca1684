"""Who keeps the local database server running."""

import json
import subprocess
import sys
from pathlib import Path

from legalrag.postgres import forget_dead_users


def test_a_process_that_a_script_started_is_not_forgotten_while_it_runs(tmp_path: Path) -> None:
    script = tmp_path / "serve"
    script.write_text(f"#!{sys.executable}\nprint('up', flush=True)\ninput()\n")
    script.chmod(0o700)
    users = tmp_path / ".handle_pids.json"
    with subprocess.Popen([script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout.readline() == b"up\n"
        users.write_text(json.dumps([running.pid]))
        forget_dead_users(tmp_path)
        assert json.loads(users.read_text()) == [running.pid]
        running.communicate(b"\n")
    forget_dead_users(tmp_path)
    assert json.loads(users.read_text()) == []
