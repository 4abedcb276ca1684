"""A worker that is killed at a step: ``python -m tests.documents.killed_worker STEP [after]``.

It dies before the step writes; with ``after`` when the step has written and the database has not committed.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django
from django.conf import settings


def main(step: str, after: bool) -> None:
    settings.EMBEDDERS = {"default": {"BACKEND": "retrieval.embedders.fake.FakeEmbedder"}}
    settings.JOB_LEASE_SECONDS = 1
    django.setup()
    from documents import ingest, jobs

    real = ingest._STEPS[step]

    def prepare(version: Any, job: Any) -> Callable[[], None]:
        write = real.prepare(version, job)

        def die() -> None:
            if after:
                write()
            os.kill(os.getpid(), signal.SIGKILL)

        return die

    ingest._STEPS[step] = dataclasses.replace(real, prepare=prepare)
    jobs.work_off_jobs()


if __name__ == "__main__":
    main(sys.argv[1], "after" in sys.argv[2:])
