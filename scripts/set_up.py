"""Set up LegalRAG on this machine: system packages, the virtual environment, pinned Python packages.

Uses nothing but the standard library, because it runs before anything is installed. `make` calls it.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from ctypes.util import find_library
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
FONTS = Path("/usr/share/fonts")


def missing_system_packages() -> list[str]:
    """Debian names of what this machine lacks: PDF reports need Pango and fonts, browser tests Chromium."""
    libraries = {
        "libpango-1.0-0": "pango-1.0",
        "libpangoft2-1.0-0": "pangoft2-1.0",
        "libharfbuzz-subset0": "harfbuzz-subset",
    }
    fonts = {"fonts-liberation": "Liberation*", "fonts-dejavu-core": "DejaVu*"}
    missing = [package for package, library in libraries.items() if not find_library(library)]
    missing += [package for package, name in fonts.items() if not any(FONTS.rglob(name))]
    if not any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
        missing.append("chromium")
    if not importlib.util.find_spec("ensurepip"):
        missing.append("python3-venv")
    return missing


def install_system_packages() -> None:
    """Install what is missing when root; otherwise say what to run, and stop."""
    missing = missing_system_packages()
    if not missing:
        return
    if not shutil.which("apt-get"):
        sys.exit(f"Install these, or what your system calls them, and run make again: {' '.join(missing)}")
    if os.geteuid() != 0:
        sys.exit(f"Run this, then make again:\n  sudo apt-get install -y {' '.join(missing)}")
    say(f"Installing system packages: {', '.join(missing)}")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
        quiet = ["-qq", "-o", "Dpkg::Use-Pty=0"]
        run(["apt-get", *quiet, *step], env=environment, stdout=subprocess.DEVNULL)


def install_python_packages(venv: Path, requirements: list[str]) -> None:
    """Make the virtual environment, and install torch in its CPU build where the index offers one."""
    if not (venv / "bin" / "python").exists():
        say("Making the virtual environment")
        run([sys.executable, "-m", "venv", str(venv)])
    pip = [str(venv / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    torch = next(pin for pin in pinned(LOCK) if pin.startswith("torch=="))
    say("Installing Python packages, about 3 minutes: torch first")
    cpu_build = subprocess.run([*pip, f"{torch}+cpu"], capture_output=True, text=True, check=False)
    if cpu_build.returncode:
        say("The package index in use has no CPU build of torch; taking the full one, which is large")
        run([*pip, torch])
    say("Installing Python packages: the rest")
    run([*pip, *requirements])


def pinned(lock: Path) -> list[str]:
    """The `name==version` lines of a lock file."""
    return [line for line in lock.read_text().splitlines() if "==" in line and not line.startswith("#")]


def write_lock() -> None:
    """Resolve pyproject.toml in a fresh environment and write down every version that it took."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = project["project"]["dependencies"] + project["dependency-groups"]["test"]
    with tempfile.TemporaryDirectory() as folder:
        install_python_packages(Path(folder), wanted)
        frozen = run([f"{folder}/bin/python", "-m", "pip", "freeze"], capture_output=True, text=True).stdout
    heading = "# Every package at its exact version. Written by `make lock` from pyproject.toml.\n"
    LOCK.write_text(heading + frozen.replace("+cpu", ""))


def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command; when it fails, stop with its name and status."""
    done = subprocess.run(command, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(f"Set-up stopped: {' '.join(command[:6])} … ended with status {done.returncode}.")
    return done


def say(words: str) -> None:
    print(f"==> {words}", flush=True)  # noqa: T201 (a set-up script speaks on the terminal)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--lock", action="store_true", help="write requirements.lock anew")
    if arguments.parse_args().lock:
        write_lock()
        return
    started = time.monotonic()
    install_system_packages()
    install_python_packages(VENV, ["-r", str(LOCK)])
    say(f"Set up in {time.monotonic() - started:.0f} seconds")


if __name__ == "__main__":
    main()
