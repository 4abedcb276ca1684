from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections, transaction

from documents.jobs import job_enqueue


class Command(BaseCommand):
    help = "Have the workers write every version that was read into the lexical index again."

    def handle(self, *args: Any, **options: Any) -> None:
        if "owner" not in connections:
            raise CommandError(
                "Set LEGALRAG_OWNER_DATABASE_URL: nobody else sees the versions of all matters."
            )
        with connections["owner"].cursor() as cursor:
            cursor.execute(
                "SELECT id, matter_id FROM documents_documentversion WHERE reading_state = 'ready'"
            )
            versions = cursor.fetchall()
        with transaction.atomic():
            for version, matter in versions:
                job_enqueue(kind="index", subject=version, matter=matter)
        self.stdout.write(f"{len(versions)} versions wait to be indexed.")
