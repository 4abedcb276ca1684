"""Worker and portal as processes of their own, for the demo on one machine: started, watched, stopped."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

import psutil
from django.conf import settings

GRACE_SECONDS = 5
START_SECONDS = 120


class DemoError(Exception):
    """The demo can't go on; the text says what to do."""


@dataclass
class Part:
    """A process of the demo, under the name that people read."""

    name: str
    process: subprocess.Popen[bytes]


def require_free_port(port: int) -> None:
    """Raise ``DemoError`` when something else listens on the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise DemoError(
                f"Port {port} is not free ({error.strerror}). "
                f"Stop what uses it, or choose another: make demo PORT={port + 1}"
            ) from error


@contextlib.contextmanager
def running(port: int) -> Iterator[list[Part]]:
    """Start worker and portal; whatever happens inside, both and all that they started end with it."""
    parts: list[Part] = []
    os.environ["LEGALRAG_PORT"] = str(port)
    try:
        parts.append(_start("worker", "manage.py", "qcluster"))
        parts.append(
            _start("portal", "-m", "gunicorn", "-c", "python:legalrag.gunicorn_conf", "legalrag.wsgi")
        )
        yield parts
    finally:
        _stop(parts)


def _start(name: str, *arguments: str) -> Part:
    # Who serves has no business with the owner's address.
    environment = {key: value for key, value in os.environ.items() if key != "LEGALRAG_OWNER_DATABASE_URL"}
    # Loading the embedder's weights draws a progress bar between the lines of the demo.
    environment["TQDM_DISABLE"] = "1"
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        stdin=subprocess.DEVNULL,
        # Ctrl-C at the terminal reaches only this process, which then stops the others in order.
        start_new_session=True,
        preexec_fn=_end_with_parent if sys.platform == "linux" else None,
    )
    return Part(name, process)


def _end_with_parent() -> None:
    """Ask the kernel for SIGTERM when the demo dies without a chance to stop its parts."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def _stop(parts: list[Part]) -> None:
    """Ask each part to stop; after the grace period end it with everything that it started.

    A job that is broken off loses nothing: its lease runs out and it is taken again.
    """
    family = _family(parts)
    for part in parts:
        part.process.terminate()
    deadline = time.monotonic() + GRACE_SECONDS
    for part in parts:
        with contextlib.suppress(subprocess.TimeoutExpired):
            part.process.wait(timeout=max(0.0, deadline - time.monotonic()))
    for process in family | _family(parts):
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(family, timeout=GRACE_SECONDS)


def _family(parts: list[Part]) -> set[psutil.Process]:
    found: set[psutil.Process] = set()
    for part in parts:
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(part.process.pid)
            found |= {process, *process.children(recursive=True)}
    return found


def require_running(parts: list[Part]) -> None:
    """Raise ``DemoError`` when a part has ended by itself."""
    for part in parts:
        status = part.process.poll()
        if status is not None:
            raise DemoError(f"The {part.name} ended with status {status}. What it said stands above.")


def wait_until_it_answers(port: int, parts: list[Part]) -> None:
    """Return when the sign-in page comes back; raise ``DemoError`` when it does not."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        require_running(parts)
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/accounts/login/", timeout=10):
                return
        except urllib.error.HTTPError as error:
            raise DemoError(
                f"The sign-in page answers {error.code}. What went wrong stands above."
            ) from error
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.2)
    raise DemoError(f"The portal did not answer within {START_SECONDS} seconds.")
