from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from audit.chain import chain_verify


class Command(BaseCommand):
    help = "Walk the audit chain and say whether every event is what was recorded. Exits 1 when not."

    def handle(self, *args: Any, **options: Any) -> None:
        if "owner" not in connections:
            raise CommandError("Set LEGALRAG_OWNER_DATABASE_URL: only the owner can read every event.")
        report = chain_verify()
        for fault in report.faults:
            self.stderr.write(fault)
        self.stdout.write(
            f"{report.links} events in the chain, {report.unsealed} waiting to be sealed. Head {report.head}"
        )
        if report.faults:
            raise CommandError(f"The audit does not hold: {len(report.faults)} faults.")
        self.stdout.write("The audit holds.")
