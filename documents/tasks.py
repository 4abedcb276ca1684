"""What django-q2 calls. The truth about jobs is in ``documents.Job``."""

from documents import jobs

# Well under django-q2's own timeout, so that it never ends a worker between two jobs of a long queue.
AT_ONCE_SECONDS = 300


def work_off_jobs() -> int:
    """Wake-up call, and the schedule's sweep: do jobs that are due, and wake a worker again for the rest."""
    taken = jobs.work_off_jobs(AT_ONCE_SECONDS)
    if jobs.oldest_waiting_seconds() is not None:
        jobs.wake_workers()
    return taken
