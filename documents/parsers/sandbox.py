"""The parent's side of reading: a child process with limits does the work, and only its result comes back.

A parser may crash, hang or swallow memory; the parent then says so in one sentence and goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from documents.parsers.base import Block, Page, ParsedDocument, UnreadableDocument

PROJECT_ROOT = Path(__file__).resolve().parents[2]
STORED = "It is stored unaltered, but can't be read or found"


@dataclass(frozen=True)
class Limits:
    """What a child may use: memory in MiB of address space, seconds, and bytes of result."""

    memory_mib: int = 1536
    cpu_seconds: int = 60
    wall_seconds: float = 90.0
    result_mib: int = 256


def read_document(
    path: Path, filename: str, parsers: Sequence[dict[str, Any]], limits: Limits | None = None
) -> tuple[ParsedDocument, str]:
    """Read a file with the first parser that accepts its content.

    ``parsers`` are backend definitions (``{"BACKEND": dotted path, "OPTIONS": {...}}``) in order of
    preference. Returns the document and the parser's name with its version ("docx 1"). Raises
    ``UnreadableDocument`` with a text for the person.
    """
    task = {"do": "read", "path": str(path), "filename": filename, "parsers": list(parsers)}
    result = run_child(task, limits or Limits())
    found = result["document"]
    document = ParsedDocument(
        text=found["text"],
        pages=tuple(Page(*page) for page in found["pages"]),
        blocks=tuple(Block(*block) for block in found["blocks"]),
        warnings=tuple(found["warnings"]),
        has_page_images=found["has_page_images"],
    )
    return document, result["parser"]


def run_child(task: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """Run one task in a limited child and return its JSON result.

    Raises ``UnreadableDocument`` for what the child found wrong with the file and for every way in which
    the child can fail: memory, time, crash.
    """
    with tempfile.TemporaryDirectory(prefix="legalrag-read-") as folder:
        task_file, result_file = Path(folder, "task.json"), Path(folder, "result.json")
        task_file.write_text(json.dumps({"limits": asdict(limits), "task": task}), encoding="utf-8")
        status = _wait_for(_start(task_file, result_file), limits)
        if status != 0 or not result_file.exists():
            raise UnreadableDocument(_explain_end(status, limits))
        result = json.loads(result_file.read_text(encoding="utf-8"))
    if "unreadable" in result:
        raise UnreadableDocument(result["unreadable"])
    return result


def _start(task_file: Path, result_file: Path) -> subprocess.Popen[bytes]:
    environment = {
        name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ
    }
    # A plugin's parser must be importable in the child as it is here.
    environment["PYTHONPATH"] = os.pathsep.join([str(PROJECT_ROOT), *(entry for entry in sys.path if entry)])
    return subprocess.Popen(
        [sys.executable, "-B", "-m", "documents.parsers.child", str(task_file), str(result_file)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=task_file.parent,
        env=environment,
        start_new_session=True,
    )


def _wait_for(child: subprocess.Popen[bytes], limits: Limits) -> int:
    try:
        return child.wait(timeout=limits.wall_seconds)
    except subprocess.TimeoutExpired:
        return -signal.SIGXCPU
    finally:
        # The whole group goes, so that nothing a parser started outlives it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _explain_end(status: int, limits: Limits) -> str:
    if status == -signal.SIGXCPU:
        return (
            f"Reading this file was stopped: it took more than the {limits.cpu_seconds} seconds that one "
            f"file may take. {STORED}. Split it into smaller files, or print it to a new PDF."
        )
    return (
        "This file broke off the reading: it is damaged, or it needs more than the "
        f"{limits.memory_mib} MiB of memory that one file may use. {STORED}. "
        "Open it where it was made, save it again and file the new copy."
    )
