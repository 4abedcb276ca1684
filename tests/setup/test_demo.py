"""`manage.py demo` as a process of its own, in a data folder of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from django.conf import settings

from legalrag.demo import DemoError, require_free_port
from legalrag.demo_firm import FOLDER, NotEmptyError, sample_firm_load
from tests.factories import Firm

START_SECONDS = 180
STOP_SECONDS = 40
WHO_SEES_WHAT = """
import json
from documents.models import DocumentVersion
from matters.access import acting_as
from matters.models import Matter, User
seen = {}
for user in User.objects.all():
    with acting_as(user):
        seen[user.username] = [
            sorted(Matter.objects.visible_to(user).values_list("number", flat=True)),
            DocumentVersion.objects.visible_to(user).count(),
        ]
print(json.dumps(seen))
"""


class Demo:
    """A demo that runs, and what it said until it was ready."""

    def __init__(self, data_folder: Path) -> None:
        self.data_folder = data_folder
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "demo", "--port", str(self.port)],
            cwd=settings.BASE_DIR,
            env=environment_with(data_folder),
            stdout=subprocess.PIPE,
            text=True,
        )
        watchdog = threading.Timer(START_SECONDS, self.process.kill)
        watchdog.start()
        self.said = ""
        while "Press Ctrl-C" not in self.said:
            line = self.process.stdout.readline()
            assert line, f"the demo ended before it was ready:\n{self.said}"
            self.said += line
        watchdog.cancel()

    def family(self) -> list[psutil.Process]:
        """The demo, all that it started, and the database server."""
        demo = psutil.Process(self.process.pid)
        server = int((self.data_folder / "postgres" / "postmaster.pid").read_text().split()[0])
        return [demo, *demo.children(recursive=True), psutil.Process(server)]

    def stop(self, signal_number: int) -> int:
        self.process.send_signal(signal_number)
        return self.process.wait(timeout=STOP_SECONDS)


def manage(data_folder: Path, *arguments: str) -> str:
    """Run a command of manage.py on a data folder; returns what it printed."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=environment_with(data_folder),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment_with(data_folder: Path) -> dict[str, str]:
    """This environment without what the tests set in it: the demo must find its own way."""
    ours = ("LEGALRAG_", "DATABASE_URL", "DJANGO_SETTINGS_MODULE")
    rest = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return rest | {"LEGALRAG_DATA_DIR": str(data_folder)}


@pytest.fixture(scope="module")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the sample firm in it, made as the demo makes it."""
    folder = tmp_path_factory.mktemp("demo") / "data"
    for command in ("prepare", "load_sample_firm"):
        manage(folder, command)
    return folder


@pytest.fixture
def demo(data_folder: Path, request: pytest.FixtureRequest) -> Iterator[Demo]:
    """A demo whose worker has nothing to do, or all documents to read in when the test says ``busy``."""
    state = "waiting" if getattr(request, "param", "idle") == "busy" else "done"
    manage(
        data_folder, "shell", "-c", f"from documents.models import Job; Job.objects.update(state={state!r})"
    )
    running = Demo(data_folder)
    yield running
    if running.process.poll() is None:
        running.stop(signal.SIGTERM)


def assert_all_gone(family: list[psutil.Process]) -> None:
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []


@pytest.mark.parametrize(
    ("demo", "told"), [("busy", signal.SIGINT), ("idle", signal.SIGTERM)], indirect=["demo"]
)
def test_the_demo_stops_all_that_it_started(demo: Demo, told: signal.Signals) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{demo.port}/accounts/login/") as page:
        assert page.status == 200
    family = demo.family()

    assert demo.stop(told) == 0

    assert_all_gone(family)


def test_a_demo_that_was_killed_leaves_nothing_that_the_next_one_does_not_stop(demo: Demo) -> None:
    family = demo.family()
    server = family.pop()

    demo.process.kill()

    assert_all_gone(family)
    assert Demo(demo.data_folder).stop(signal.SIGINT) == 0
    assert_all_gone([server])


def test_the_sample_firm_is_loaded_once_with_its_teams_and_its_wall(data_folder: Path) -> None:
    suite = json.loads((FOLDER / "suite.json").read_text())
    walled = {(wall["matter"], name) for wall in suite["walls"] for name in wall["users"]}
    teams = {(team["matter"], team["user"]) for team in suite["teams"]} - walled
    expected = {}
    for name in (user["username"] for user in suite["users"]):
        numbers = sorted(matter for matter, member in teams if member == name)
        expected[name] = [numbers, sum(file["matter"] in numbers for file in suite["documents"])]

    assert "there already" in manage(data_folder, "load_sample_firm")

    assert json.loads(manage(data_folder, "shell", "--no-imports", "-c", WHO_SEES_WHAT)) == expected


def test_the_password_that_is_printed_signs_every_sample_person_in(data_folder: Path) -> None:
    password = (data_folder / "sample_password").read_text()
    check = f"from matters.models import User; print([u.check_password({password!r}) for u in User.objects.all()])"

    assert f"password {password}\n" in manage(data_folder, "load_sample_firm")

    assert manage(data_folder, "shell", "--no-imports", "-c", check).strip() == str([True] * 6)


def test_a_taken_port_is_named_with_a_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(DemoError, match=rf"Port {port} is not free .* make demo PORT={port + 1}"):
            require_free_port(port)


def test_the_sample_firm_is_not_mixed_with_a_firm_of_its_own(firm: Firm) -> None:
    with pytest.raises(NotEmptyError, match="only for an empty database"):
        sample_firm_load()
