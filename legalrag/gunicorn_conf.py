"""How gunicorn serves the portal: ``gunicorn --config python:legalrag.gunicorn_conf legalrag.wsgi``."""

from __future__ import annotations

from threading import Thread
from typing import Any

from legalrag.environment import read_int

bind = f"127.0.0.1:{read_int('LEGALRAG_PORT', 8000)}"
workers = 1
threads = 4
timeout = 120
graceful_timeout = 5
loglevel = "warning"
control_socket_disable = True


def post_worker_init(worker: Any) -> None:
    """Load the embedder beside the first pages, so that the first question need not wait for it."""
    Thread(target=_load_embedder, daemon=True).start()


def _load_embedder() -> None:
    from legalrag.backends import get_backend

    get_backend("EMBEDDERS").embed_query("ready")
