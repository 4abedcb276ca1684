"""What django-q2 calls. The truth about jobs is in ``documents.Job``."""

from documents import jobs


def work_off_jobs() -> int:
    """Wake-up call, and the schedule's sweep: do every job that is due."""
    return jobs.work_off_jobs()
