"""The lexical index can be written anew from the database."""

import datetime

import pytest
from django.core.management import call_command

from documents.jobs import work_off_jobs
from legalrag.backends import get_backend
from retrieval.engine import retrieve
from retrieval.search.request import SearchRequest
from tests.factories import Firm


@pytest.mark.usefixtures("committed")
def test_a_lost_index_is_written_anew(firm: Firm) -> None:
    document = firm.file()
    work_off_jobs()
    version = firm.version_of(document)
    get_backend("LEXICAL_INDEXES").remove_version(str(version.pk))
    assert found_by_words(firm) == 0
    call_command("reindex")
    work_off_jobs()
    assert found_by_words(firm) > 0


def found_by_words(firm: Firm) -> int:
    request = SearchRequest(question="invoice", as_of=datetime.date(2026, 12, 1), find_by="words")
    with retrieve(user=firm.member, request=request) as run:
        return len(run.hits)
