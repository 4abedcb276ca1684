"""A firm that stands for the whole session, with a row in every table of a matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings

from audit.services import query_log_complete, query_log_open
from documents.jobs import work_off_jobs
from documents.models import Document
from legalrag.backends import forget_backends
from matters.access import acting_as
from matters.models import User
from matters.services import party_add
from tests.factories import Firm, person


@dataclass
class Standing:
    """A firm, its document in ``firm.matter``, and a person on no team at all."""

    firm: Firm
    document: Document
    stranger: User


@pytest.fixture(scope="session")
def _furnished(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any) -> Standing:
    folder = tmp_path_factory.mktemp("standing")
    index = settings.LEXICAL_INDEXES["default"]
    before = settings.BLOB_DIR, index["OPTIONS"], settings.EMBEDDERS
    settings.BLOB_DIR, index["OPTIONS"] = folder / "blobs", {"path": str(folder / "index")}
    settings.EMBEDDERS = {"default": {"BACKEND": "retrieval.embedders.fake.FakeEmbedder"}}
    with django_db_blocker.unblock():
        _forget()
        firm = Firm()
        document = firm.file()
        work_off_jobs()
        with acting_as(firm.member):
            party_add(actor=firm.member, matter=firm.matter, name="Brook Mills Limited", role="adverse")
            log = query_log_open(
                actor=firm.member, kind="search", question="When?", matters=[firm.matter.pk], record={}
            )
            query_log_complete(actor=firm.member, log=log, matters=[firm.matter.pk], record={"hits": []})
        stranger = person(name="Sam")
    settings.BLOB_DIR, index["OPTIONS"], settings.EMBEDDERS = before
    _forget()
    return Standing(firm, document, stranger)


@pytest.fixture
def standing(_furnished: Standing, committed: None) -> Standing:
    """The firm that stands, with the database open. Tests leave it as they found it."""
    return _furnished


def _forget() -> None:
    forget_backends("LEXICAL_INDEXES")
    forget_backends("EMBEDDERS")
