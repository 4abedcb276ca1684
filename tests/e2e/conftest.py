"""A real portal, a real worker and a real browser, over the test database."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from legalrag.demo import running, wait_until_it_answers
from matters.models import User

CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Portal:
    """Where the portal answers, and a browser to look at it with."""

    address: str
    browser: Browser

    def visit(self, **options: object) -> BrowserContext:
        """A visitor of their own, with cookies of their own."""
        return self.browser.new_context(base_url=self.address, **options)


def sign_in(page: Page, user: User) -> None:
    """Sign in as a person whose password is that of the test factories."""
    page.goto("/accounts/login/")
    page.get_by_label("Username").fill(user.username)
    page.get_by_label("Password").fill("test-password")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _serving_url() -> str:
    """The serving role's address, with the name of the test database."""
    name = connections["default"].settings_dict["NAME"]
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.fixture(scope="module")
def portal(
    django_db_setup: None,
    django_db_blocker: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Portal]:
    """Worker and portal as the demo starts them, as the serving role of the test database.

    They end with the module: their worker would take the jobs of other tests, whose files lie elsewhere.
    """
    folder = tmp_path_factory.mktemp("portal")
    port = _free_port()
    environment = {
        "DATABASE_URL": _serving_url(),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "LEGALRAG_BLOB_DIR": str(folder / "blobs"),
        "LEGALRAG_INDEX_DIR": str(folder / "index"),
    }
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.fail("No Chromium was found. Install Debian's package chromium.")
    call_command("collectstatic", interactive=False, verbosity=0)
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        # Unblocked as long as the portal runs, so that fixtures of its scope may make a firm.
        for name, value in environment.items():
            patch.setenv(name, value)
        with running(port) as parts, sync_playwright() as playwright:
            wait_until_it_answers(port, parts)
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_OPTIONS)
            yield Portal(f"http://127.0.0.1:{port}", browser)
            browser.close()


@pytest.fixture
def page(portal: Portal) -> Iterator[Page]:
    """A page whose console must stay clean: an error or a refused script fails the test."""
    context = portal.visit(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    # The browser itself notes a 404 that was asked for; everything else is a fault.
    assert [fault for fault in faults if "404 (Not Found)" not in fault] == []


os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright runs an event loop in this thread
