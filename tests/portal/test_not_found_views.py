"""Hidden equals missing: status, body and headers, over every address that names something."""

import pytest

from documents.models import Document
from matters.access import acting_as
from tests.factories import Firm
from tests.portal.reading import SAMPLE_DOCUMENTS, read_in, signed_in

TAILS = [
    "",
    "?q=x&status=executed&as_of=2024-01-01",
    "team/",
    "parties/",
    "activity/",
    "file/",
    "1/",
    "1/?v=1",
    "1/?view=pages",
    "1/v1/pages/1/",
    "1/v1/original/",
]


@pytest.fixture
def filed(firm: Firm) -> Firm:
    read_in(firm.file(text=(SAMPLE_DOCUMENTS / "amendment-1.pdf").read_bytes(), filename="amendment.pdf"))
    return firm


def told(answer) -> tuple:
    return answer.status_code, answer.content, {name: answer[name] for name in answer.headers}


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("who", ["walled", "outsider", "records"])
def test_a_hidden_matter_reads_like_one_that_does_not_exist(filed: Firm, tail: str, who: str) -> None:
    client = signed_in(getattr(filed, who))
    hidden = client.get(f"/matters/{filed.matter.number}/{tail}")
    assert told(hidden) == told(client.get(f"/matters/T-0000000000/{tail}"))
    assert hidden.status_code == 404
    assert signed_in(filed.member).get(f"/matters/{filed.matter.number}/{tail}").status_code == 200


@pytest.mark.parametrize(
    "tail",
    ["2/", "1/?v=2", "1/?v=x", "2/v1/original/", "1/v2/original/", "1/v1/pages/9/", "99999999999999999999/"],
)
def test_what_is_missing_in_an_open_matter_reads_the_same(filed: Firm, tail: str) -> None:
    client = signed_in(filed.member)
    missing = client.get(f"/matters/{filed.matter.number}/{tail}")
    assert told(missing) == told(client.get("/matters/T-0000000000/"))


@pytest.mark.parametrize(
    "headers", [{"HX-Request": "true"}, {"HX-Request": "true", "HX-Trigger": "ingest-progress"}]
)
def test_a_fragment_is_refused_like_a_page(filed: Firm, headers: dict) -> None:
    client = signed_in(filed.walled)
    hidden = client.get(f"/matters/{filed.matter.number}/1/?v=1", headers=headers)
    assert told(hidden) == told(client.get("/matters/T-0000000000/1/?v=1", headers=headers))
    assert hidden.status_code == 404


def test_filing_in_a_hidden_matter_reads_like_filing_in_none_and_files_nothing(filed: Firm, tmp_path) -> None:
    client = signed_in(filed.walled)
    paper = tmp_path / "paper.txt"
    paper.write_text("1. Words")

    def post(number: str):
        with paper.open() as file:
            return client.post(
                f"/matters/{number}/file/", {"files": [file], "type": "contract", "status": "draft"}
            )

    assert told(post(filed.matter.number)) == told(post("T-0000000000"))
    with acting_as(filed.member):
        assert Document.objects.visible_to(filed.member).count() == 1


def test_the_refusal_names_nothing_that_was_asked_for(filed: Firm) -> None:
    answer = signed_in(filed.walled).get(f"/matters/{filed.matter.number}/1/")
    assert filed.matter.number not in answer.content.decode()


def test_an_address_that_leads_nowhere_reads_the_same_too(filed: Firm) -> None:
    client = signed_in(filed.walled)
    assert client.get("/nowhere/").content == client.get(f"/matters/{filed.matter.number}/").content
    assert client.get("/matters/a%00b/").content == client.get(f"/matters/{filed.matter.number}/").content
