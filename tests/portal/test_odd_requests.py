"""What a browser or a script may send that no form of the portal would: never an error of the server."""

import datetime
import json

import pytest
from django.test import Client
from knox.models import AuthToken

from documents.jobs import work_off_jobs
from tests.factories import Firm
from tests.portal.reading import signed_in

pytestmark = pytest.mark.usefixtures("committed")
DIGITS = "9" * 4500


@pytest.fixture
def filed(firm: Firm) -> Firm:
    firm.file(title="Supply Agreement", effective=datetime.date(2024, 1, 1))
    work_off_jobs()
    return firm


@pytest.fixture
def client(filed: Firm) -> Client:
    client = signed_in(filed.member)
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize(
    "address",
    [
        "/ask/?matter=%00&q=x",
        "/ask/?q=%00",
        "/search/?q=%00",
        "/search/?q=x&matter=%00",
        "/search/?q=x&as_of=%00",
        "/search/?q=x&type=%00",
        "/search/?q=x&find_by=%00",
        "/audit/queries/?q=%00",
        "/audit/queries/?page=-1",
        f"/audit/queries/?page={DIGITS}",
        "/matters/?q=%00",
        "/matters/?client=%00",
        f"/matters/?page={DIGITS}",
        "/matters/%00/",
        "/matters/%ED%A0%80/",
        "/matters/{number}/?q=%00",
        "/matters/{number}/?type=%00&status=%00&as_of=%00",
        "/matters/{number}/?page=99999999999999999999",
        "/matters/{number}/activity/?page=99999999999999999999",
        "/matters/{number}/1/?v=abc",
        "/matters/{number}/1/?v=%00",
        "/matters/{number}/1/?clause=%00",
        f"/matters/{{number}}/1/?clause={DIGITS}",
        "/matters/{number}/1/?clause=-1",
        "/matters/{number}/1/?clause=²",
        "/matters/{number}/file/?version_of=%00",
        "/matters/{number}/file/?version_of=99999999999999999999999",
        "/matters/{number}/99999999999999999999999/",
        "/matters/{number}/1/v99999999999999999999999/original/",
        "/matters/{number}/1/v1/pages/99999999999999999999999/",
        f"/matters/{{number}}/{DIGITS}/",
    ],
)
def test_an_address_that_nothing_leads_to_is_no_error_of_the_server(
    client: Client, filed: Firm, address: str
) -> None:
    response = client.get(address.format(number=filed.matter.number))
    assert response.status_code in {200, 404, 422}


@pytest.mark.parametrize("field", ["q", "matter", "as_of", "text"])
def test_a_null_character_in_a_question_is_refused_by_the_form(
    client: Client, filed: Firm, field: str
) -> None:
    sent = {"q": "x", "matter": filed.matter.number, "text": "in_force", field: "a\0b"}
    response = client.post("/ask/", sent)
    assert response.status_code == 422
    assert field in response.context["form"].errors


@pytest.mark.parametrize("number", ["999999999999999999999", DIGITS, "-1", "abc", "²", "0"])
def test_a_citation_that_the_answer_does_not_have_shows_the_answer_alone(
    client: Client, filed: Firm, number: str
) -> None:
    sent = {"q": "Within how many days must the Buyer pay an undisputed invoice?", "text": "in_force"}
    address = client.post("/ask/", sent)["Location"]
    response = client.get(address, {"c": number})
    assert response.status_code == 200
    assert response.context["source"] is None


@pytest.mark.parametrize(
    "question", ["\ud800", "a\0b", "x" * 2001, "", " ", "\u200b", "\uffff", "\x01", "?!"]
)
@pytest.mark.parametrize("door", ["searches", "questions"])
@pytest.mark.parametrize("field", ["question", "matter"])
def test_odd_text_sent_as_json_is_no_error_of_the_server(
    client: Client, filed: Firm, door: str, question: str, field: str
) -> None:
    _, token = AuthToken.objects.create(filed.member)
    head = {"Authorization": f"Token {token}"}
    sent = {"question": "invoice", field: question}
    response = Client(raise_request_exception=False).post(
        f"/api/v1/{door}/", json.dumps(sent), content_type="application/json", headers=head
    )
    assert response.status_code in {200, 201, 400}, response.content[:300]


@pytest.mark.parametrize(
    "question",
    ["\x01\x0b\x1f pay", "\ufffe\uffff pay", "‮ pay", "<script>pay</script> & ]]>", "pay " * 499, "p" * 2000],
)
def test_any_question_that_is_kept_is_printed(client: Client, filed: Firm, question: str) -> None:
    address = client.post("/ask/", {"q": question, "text": "in_force"})["Location"]
    assert client.get(address).status_code == 200
    log = address.strip("/").split("/")[-1]
    assert client.get(f"/audit/queries/{log}/").status_code == 200
    assert client.get(f"/audit/queries/{log}/report.pdf").content[:5] == b"%PDF-"
    assert client.get("/audit/queries/").status_code == 200
    assert client.get("/").status_code == 200
