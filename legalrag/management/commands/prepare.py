from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django_q.models import Schedule


class Command(BaseCommand):
    help = (
        "Bring the database, the static files and the schedule up to date. "
        "Run it after installing and after each upgrade; running it again changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if "owner" not in settings.DATABASES:
            raise CommandError("Set LEGALRAG_OWNER_DATABASE_URL: the tables are made by their owner.")
        call_command("migrate", database="owner", interactive=False, verbosity=0)
        self.check(databases=["default"])
        call_command("collectstatic", interactive=False, verbosity=0)
        schedule_sweep()
        self.stdout.write("Database, static files and schedule are up to date.")


def schedule_sweep() -> None:
    """Have a worker look at the job table every minute, which makes good a wake-up call that was lost."""
    Schedule.objects.update_or_create(
        name="Work off jobs",
        defaults={
            "func": "documents.tasks.work_off_jobs",
            "schedule_type": Schedule.MINUTES,
            "minutes": 1,
            "repeats": -1,
        },
    )
