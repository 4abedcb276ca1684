"""The set-up script: what it asks for, and what it does without."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from scripts import set_up


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands that would have run; those that ask for a CPU build fail, as with an index that has none."""
    ran: list[list[str]] = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, int(command[-1].endswith("+cpu")), "", "")

    monkeypatch.setattr(set_up.subprocess, "run", run)
    return ran


def without_chromium(monkeypatch: pytest.MonkeyPatch, user: int) -> None:
    monkeypatch.setattr(set_up, "missing_system_packages", lambda: ["chromium"])
    monkeypatch.setattr(set_up.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(set_up.os, "geteuid", lambda: user)


def test_root_installs_what_is_missing(monkeypatch: pytest.MonkeyPatch, commands: list[list[str]]) -> None:
    without_chromium(monkeypatch, user=0)

    set_up.install_system_packages()

    assert [command[-1] for command in commands] == ["update", "chromium"]


def test_others_are_told_the_one_line_to_run(
    monkeypatch: pytest.MonkeyPatch, commands: list[list[str]]
) -> None:
    without_chromium(monkeypatch, user=1000)

    with pytest.raises(SystemExit, match="sudo apt-get install -y chromium"):
        set_up.install_system_packages()

    assert commands == []


def test_a_system_that_has_all_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, commands: list[list[str]]
) -> None:
    monkeypatch.setattr(set_up, "missing_system_packages", list)

    set_up.install_system_packages()

    assert commands == []


def test_without_a_cpu_build_the_full_torch_of_the_same_version_is_taken(
    tmp_path: Path, commands: list[list[str]]
) -> None:
    set_up.install_python_packages(tmp_path, ["everything"])

    asked = [command[-1] for command in commands if "pip" in command]
    cpu_build, full, rest = asked
    assert cpu_build == f"{full}+cpu"
    assert full in set_up.pinned(set_up.LOCK)
    assert rest == "everything"


def test_a_command_that_fails_stops_the_set_up_with_its_name(commands: list[list[str]]) -> None:
    with pytest.raises(SystemExit, match="pip install torch"):
        set_up.run(["pip", "install", "torch+cpu"])
