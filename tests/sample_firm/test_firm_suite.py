"""The sample firm is complete and consistent: people, matters, wall, documents, questions."""

import json
from collections import Counter
from datetime import date

import pytest

from legalrag.sample_firm.build_documents import DOCUMENTS, SOURCES
from legalrag.sample_firm.source_text import clause_text, plain, read_source

FIRM = DOCUMENTS.parent
SUITE = json.loads((FIRM / "suite.json").read_text(encoding="utf-8"))
QUESTIONS = [json.loads(line) for line in (FIRM / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
FILES = {document["file"]: document for document in SUITE["documents"]}
RELATIONS = {"amends", "supersedes", "statement_of_work_under", "order_under", "schedule_to"}
TYPES = {"contract", "policy", "statute", "opinion", "correspondence"}
STATUSES = {"draft", "in_review", "approved", "executed", "superseded", "withdrawn"}
CATEGORIES = {
    "exception_suppression",
    "superseded_version",
    "cross_reference",
    "defined_term",
    "silence",
    "jurisdiction",
    "contrast_pair",
    "conflict",
    "operative_text",
    "history",
    "leakage",
    "injection",
}


def source_of(file: str):
    built_from = SOURCES / f"{(FIRM / file).stem}.md"
    return built_from if built_from.exists() else FIRM / file


def folded(text: str) -> str:
    return " ".join(plain(text).casefold().split())


def visible_matters(username: str) -> set[str]:
    walled = {wall["matter"] for wall in SUITE["walls"] if username in wall["users"]}
    return {team["matter"] for team in SUITE["teams"] if team["user"] == username} - walled


def test_every_file_in_the_folder_is_listed_once_and_every_listed_file_exists():
    on_disk = sorted(f"documents/{path.name}" for path in DOCUMENTS.iterdir() if path.is_file())
    assert sorted(document["file"] for document in SUITE["documents"]) == on_disk


def test_each_format_that_firms_file_is_there_often_enough():
    formats = Counter(file.rsplit(".")[-1] for file in FILES)
    assert formats == {"pdf": 3, "docx": 4, "md": 5, "txt": 2}


def test_the_six_people_have_all_four_roles_and_a_name_and_address_each():
    assert Counter(user["role"] for user in SUITE["users"]) == {
        "partner": 2,
        "fee_earner": 2,
        "records": 1,
        "administrator": 1,
    }
    for field in ("username", "name", "email"):
        assert len({user[field] for user in SUITE["users"]}) == 6
    assert all(user["email"].endswith(".example") for user in SUITE["users"])


def test_every_matter_is_restricted_and_belongs_to_one_of_two_adverse_clients():
    assert len({matter["number"] for matter in SUITE["matters"]}) == 4
    assert all(matter["restricted"] for matter in SUITE["matters"])
    clients = {matter["client"] for matter in SUITE["matters"]}
    assert len(clients) == 2
    claim = next(matter for matter in SUITE["matters"] if matter["number"] == "2025-0012")
    opponents = {party["name"] for party in claim["parties"] if party["role"] == "opponent"}
    assert opponents == clients - {claim["client"]}


def test_names_used_in_teams_walls_matters_and_documents_are_defined():
    users = {user["username"] for user in SUITE["users"]}
    matters = {matter["number"] for matter in SUITE["matters"]}
    assert {team["user"] for team in SUITE["teams"]} <= users
    assert {user for wall in SUITE["walls"] for user in wall["users"]} <= users
    assert {matter["responsible_partner"] for matter in SUITE["matters"]} <= users
    assert {row["matter"] for row in SUITE["teams"] + SUITE["walls"] + SUITE["documents"]} == matters


def test_the_wall_stands_against_a_grant_so_that_it_has_something_to_beat():
    (wall,) = SUITE["walls"]
    assert wall["kind"] == "exclusion"
    assert {"matter": wall["matter"], "user": wall["users"][0]} in SUITE["teams"]
    assert wall["matter"] not in visible_matters(wall["users"][0])


@pytest.mark.parametrize("document", SUITE["documents"], ids=FILES)
def test_a_documents_entry_is_in_the_known_words_and_its_relations_stay_in_its_matter(document):
    assert document["type"] in TYPES
    assert document["status"] in STATUSES
    assert date.fromisoformat(document["effective"])
    assert document["expires"] is None or document["expires"] > document["effective"]
    targets = [relation["to"] for relation in document["relations"]]
    targets += [document["version_of"]] if document["version_of"] else []
    assert all(FILES[target]["matter"] == document["matter"] for target in targets)
    assert {relation["kind"] for relation in document["relations"]} <= RELATIONS


def test_the_draft_has_a_date_that_has_passed_and_is_still_a_draft():
    drafts = [document for document in SUITE["documents"] if document["status"] == "draft"]
    assert [draft["effective"] for draft in drafts] == ["2026-01-01"]


def test_there_are_enough_questions_of_every_kind():
    assert len(QUESTIONS) == len({question["id"] for question in QUESTIONS}) >= 30
    assert {question["category"] for question in QUESTIONS} == CATEGORIES
    assert sum(question["silence"] for question in QUESTIONS) >= 10


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_the_expected_words_stand_in_the_expected_clauses(question):
    if question["silence"]:
        assert question["expected"] == question["must_contain"] == []
        return
    clauses = [
        folded(clause_text(read_source(source_of(expected["document"])), expected["clause"]))
        for expected in question["expected"]
    ]
    assert question["must_contain"]
    for words in question["must_contain"]:
        assert any(folded(words) in clause for clause in clauses), words
    for clause, expected in zip(clauses, question["expected"], strict=True):
        assert any(folded(words) in clause for words in question["must_contain"]), expected


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_an_answer_is_expected_only_from_files_that_the_person_may_see(question):
    seen = visible_matters(question["user"])
    for expected in question["expected"]:
        assert FILES[expected["document"]]["matter"] in seen
    if question["category"] == "leakage":
        assert question["silence"]
        assert question["must_not_contain"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_the_expected_document_is_in_force_on_the_day_asked_about(question):
    as_of = question["as_of"] or "2026-12-01"
    successors = {document["version_of"]: document["effective"] for document in SUITE["documents"]}
    for expected in question["expected"]:
        document = FILES[expected["document"]]
        assert document["status"] != "draft"
        assert document["effective"] <= as_of <= (document["expires"] or "9999-12-31")
        assert as_of < successors.get(expected["document"], "9999-12-31")


@pytest.mark.parametrize(
    "question", [q for q in QUESTIONS if q["category"] == "leakage"], ids=lambda q: q["id"]
)
def test_the_words_that_must_not_leak_are_really_in_a_file_the_person_may_not_see(question):
    hidden = [
        file
        for file, document in FILES.items()
        if document["matter"] not in visible_matters(question["user"])
    ]
    text = " ".join(folded(source_of(file).read_text(encoding="utf-8")) for file in hidden)
    for words in question["must_not_contain"]:
        assert folded(words) in text
