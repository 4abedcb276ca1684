import os
import signal
import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from documents.models import Job
from legalrag.demo import (
    DemoError,
    Part,
    require_free_port,
    require_running,
    running,
    wait_until_it_answers,
)
from legalrag.demo_firm import NotEmptyError, sample_firm_load, sample_firm_name, sample_sign_ins
from legalrag.environment import read_int
from legalrag.postgres import forget_dead_users


class Command(BaseCommand):
    help = "Show LegalRAG with a sample firm: database, worker and portal, until Ctrl-C. Keeps its data."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--port", type=int, default=read_int("LEGALRAG_PORT", 8000), help="where the portal listens"
        )

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        for signal_number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signal_number, signal.default_int_handler)
        try:
            self.run(port)
        except (DemoError, NotEmptyError) as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            self.say("Stopped. The data are kept; make demo goes on with them.")
        finally:
            connection.close()
            forget_dead_users(settings.DATA_DIR / "postgres")

    def run(self, port: int) -> None:
        require_free_port(port)
        self.say("==> Preparing the database")
        call_command("prepare", stdout=self.stdout)
        if sample_firm_load():
            self.say("==> The sample firm is loaded")
        os.environ.setdefault("LEGALRAG_FIRM_NAME", sample_firm_name())
        self.say("==> Starting the worker and the portal")
        with running(port) as parts:
            wait_until_it_answers(port, parts)
            self.say(f"\nLegalRAG is at http://127.0.0.1:{port}\n{sample_sign_ins()}")
            self.say("Press Ctrl-C to stop.\n")
            self.tell_of_reading(parts)
            while True:
                require_running(parts)
                time.sleep(1)

    def tell_of_reading(self, parts: list[Part]) -> None:
        """Say how many documents are still being read in, until none is."""
        told = 0
        while waiting := Job.objects.filter(state__in=(Job.State.WAITING, Job.State.RUNNING)).count():
            if waiting != told:
                self.say(f"Documents still to be read in: {waiting}")
                told = waiting
            require_running(parts)
            time.sleep(2)
        self.say("All documents are read in.")

    def say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()
