"""A wall that is raised while a question is being answered, or after it, hides what was found before."""

import datetime

import pytest
from django.db.models import QuerySet
from django.test import Client
from knox.models import AuthToken

from documents.jobs import work_off_jobs
from matters.access import acting_as
from matters.models import User
from retrieval import engine
from retrieval.search import expansion
from retrieval.search.expansion import version_readers
from tests.factories import Firm
from tests.portal.reading import finish_reading, newest_version, read_in, signed_in

pytestmark = pytest.mark.usefixtures("committed")
QUESTION = "Within how many days must the Buyer pay an undisputed invoice?"


@pytest.fixture
def filed(firm: Firm) -> Firm:
    firm.file(title="Supply Agreement", effective=datetime.date(2024, 1, 1))
    work_off_jobs()
    return firm


@pytest.fixture
def wall_after_search(filed: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall is raised when the hits have been read back, before anything is shown."""
    search = engine._search

    def searched(run: engine.RetrievalRun) -> None:
        search(run)
        assert run.hits
        with acting_as(filed.records):
            filed.raise_wall(filed.matter, filed.member)

    monkeypatch.setattr(engine, "_search", searched)


@pytest.mark.usefixtures("wall_after_search")
def test_a_wall_raised_during_a_search_shows_nothing_of_the_matter(filed: Firm) -> None:
    response = signed_in(filed.member).get("/search/", {"q": "undisputed invoice"})
    assert "thirty" not in response.content.decode()
    assert "Supply Agreement" not in response.content.decode()


@pytest.mark.usefixtures("wall_after_search")
@pytest.mark.parametrize("door", ["searches", "questions"])
def test_a_wall_raised_during_a_request_keeps_the_file_from_the_api(filed: Firm, door: str) -> None:
    _, token = AuthToken.objects.create(filed.member)
    response = Client().post(
        f"/api/v1/{door}/",
        {"question": QUESTION},
        content_type="application/json",
        headers={"Authorization": f"Token {token}"},
    )
    assert "thirty" not in response.content.decode()
    assert response.status_code == 503


@pytest.mark.usefixtures("wall_after_search")
def test_a_wall_raised_during_a_question_leaves_no_answer(filed: Firm) -> None:
    response = signed_in(filed.member).post("/ask/", {"q": QUESTION, "text": "in_force"}, follow=True)
    assert "thirty" not in response.content.decode()


def test_a_matter_that_opens_during_a_search_is_not_searched(
    filed: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = engine._search

    def searched(run: engine.RetrievalRun) -> None:
        with acting_as(filed.records):
            filed.wall.lifted_at = datetime.datetime.now(datetime.UTC)
            filed.wall.save()
        search(run)

    monkeypatch.setattr(engine, "_search", searched)
    response = signed_in(filed.walled).get("/search/", {"q": "undisputed invoice"})
    assert response.status_code == 200
    assert "thirty" not in response.content.decode()


def test_what_was_not_searched_of_a_matter_is_hidden_with_it(filed: Firm) -> None:
    with acting_as(filed.records):
        other = filed.open_matter("Secret lease", filed.member)
    unread = filed.file(other, filename="secret.md", title="Secret survey", text="1. Unlike this one.")
    finish_reading(newest_version(unread), "not_readable", "No text.")
    client = signed_in(filed.member)
    address = client.post("/ask/", {"q": QUESTION, "text": "in_force"})["Location"]
    log = f"/audit/queries/{address.strip('/').split('/')[-1]}/"
    assert "Secret survey" in client.get(address).content.decode()
    with acting_as(filed.records):
        filed.raise_wall(other, filed.member)
    for path in (address, log):
        assert "Secret survey" not in client.get(path).content.decode()


def test_the_list_of_logs_names_no_matter_that_is_closed_by_now(filed: Firm) -> None:
    client = signed_in(filed.member)
    client.get("/search/", {"q": "zeppelin", "find_by": "words"})
    assert "zeppelin" in client.get("/audit/queries/").content.decode()
    with acting_as(filed.records):
        filed.raise_wall(filed.matter, filed.member)
    assert filed.matter.number not in client.get("/audit/queries/").content.decode()


def test_a_version_that_is_closed_while_it_is_read_is_not_kept_in_part(
    filed: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = read_in(filed.file(text="1. Term\n\n1.1 The term is one year.\n", filename="term.md"))
    clauses = expansion.Clause.objects.visible_to

    def closed(user: User) -> QuerySet:
        with acting_as(filed.records):
            filed.raise_wall(filed.matter, filed.member)
        return clauses(user)

    with monkeypatch.context() as patch:
        patch.setattr(expansion.Clause.objects, "visible_to", closed)
        with acting_as(filed.member):
            assert version_readers(filed.member, [version.pk]) == {}
    with acting_as(filed.partner):
        assert version_readers(filed.partner, [version.pk])[version.pk].clauses
