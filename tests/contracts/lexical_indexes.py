"""What every index of words must do. Subclass, and give a ``backend`` fixture with an empty index."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from threading import Thread

import pytest

from retrieval.search.lexical import LexicalPassage, LexicalScope

MATTER = LexicalScope(frozenset({"m1"}))


def passage(key: str, text: str, **other) -> LexicalPassage:
    """A passage of version v1 in matter m1, in force since 2020, unless ``other`` says differently."""
    return replace(
        LexicalPassage(
            passage_id=key,
            version_id="v1",
            document_id="d1",
            matter_id="m1",
            text=text,
            context="",
            status="executed",
            type="contract",
            in_force_from=date(2020, 1, 1),
            in_force_until=None,
        ),
        **other,
    )


def fill(index, *passages: LexicalPassage) -> None:
    by_version: dict[str, list[LexicalPassage]] = {}
    for one in passages:
        by_version.setdefault(one.version_id, []).append(one)
    for version_id, ones in by_version.items():
        index.replace_version(version_id, ones)


def found(index, query: str, scope: LexicalScope = MATTER, limit: int = 10) -> list[str]:
    return [hit.passage_id for hit in index.search(query, scope, limit)]


class LexicalIndexContract:
    """Runs against the empty index that the fixture ``backend`` returns."""

    @pytest.fixture
    def backend(self):
        raise NotImplementedError("Give a fixture named backend that returns an empty index.")

    def test_it_passes_its_own_check_and_starts_empty(self, backend):
        assert backend.check() is None
        assert backend.count() == 0
        assert found(backend, "rent") == []

    def test_a_passage_is_found_by_another_form_of_its_word(self, backend):
        fill(backend, passage("p1", "Either party may terminate on notice."), passage("p2", "Rent is due."))
        assert found(backend, "termination") == ["p1"]

    def test_case_and_accents_do_not_matter(self, backend):
        fill(backend, passage("p1", "The FORCE MAJEURE clause of the protégé"))
        assert found(backend, "force") == found(backend, "Protege") == ["p1"]

    def test_a_section_number_is_one_word(self, backend):
        fill(backend, passage("p1", "Subject to Section 4.2 only"), passage("p2", "In 2 weeks or 4 at most"))
        assert found(backend, "4.2") == ["p1"]

    def test_more_matching_words_rank_higher(self, backend):
        fill(
            backend,
            passage("p1", "Notice of the breach is given in writing."),
            passage("p2", "Notice of termination is given in writing for breach of warranty."),
            passage("p3", "The Supplier delivers the goods."),
        )
        assert found(backend, "termination for breach of warranty")[0] == "p2"

    def test_words_of_the_context_count_for_less_than_those_of_the_text(self, backend):
        fill(
            backend,
            passage("p1", "Payment is in euros.", context="Loan of Delta Bank"),
            passage("p2", "Delta is in euros.", context="Loan of Bank"),
        )
        assert found(backend, "delta") == ["p2", "p1"]

    def test_a_hit_names_the_words_that_matched_as_they_are_printed(self, backend):
        fill(backend, passage("p1", "Terminating parties give notices; a notice ends the term."))
        (hit,) = backend.search("How is notice of termination given?", MATTER, 5)
        assert hit.terms == ("terminating", "notices", "notice")
        assert hit.version_id == "v1"

    @pytest.mark.parametrize(
        "query",
        [
            "rent OR royalty",
            'text:"royalty"',
            "matter_id:m2",
            "*",
            "ro*",
            "+rent -rent",
            "rent)",
            '"',
            "\\",
            "[a TO z]",
        ],
    )
    def test_a_query_is_words_and_never_syntax(self, backend, query):
        fill(
            backend, passage("p1", "Rent is due."), passage("p2", "Royalty", matter_id="m2", version_id="v2")
        )
        assert set(found(backend, query)) <= {"p1"}

    def test_an_empty_query_finds_nothing(self, backend):
        fill(backend, passage("p1", "Rent is due."))
        assert found(backend, "") == found(backend, " ?! ") == []

    def test_a_query_of_function_words_alone_still_finds_them(self, backend):
        fill(backend, passage("p1", "Until then"))
        assert found(backend, "until") == ["p1"]

    def test_only_matters_in_the_scope_are_found_and_no_matters_find_nothing(self, backend):
        fill(backend, passage("p1", "Rent"), passage("p2", "Rent", matter_id="m2", version_id="v2"))
        assert found(backend, "rent") == ["p1"]
        assert set(found(backend, "rent", LexicalScope(frozenset({"m1", "m2"})))) == {"p1", "p2"}
        assert found(backend, "rent", LexicalScope(frozenset())) == []
        assert found(backend, "rent", LexicalScope(frozenset({"m"}))) == []

    def test_statuses_types_and_documents_narrow_and_an_empty_choice_finds_nothing(self, backend):
        fill(
            backend,
            passage("p1", "Rent"),
            passage("p2", "Rent", version_id="v2", status="in_review", type="policy", document_id="d2"),
        )
        for field, value in (("statuses", "in_review"), ("types", "policy"), ("document_ids", "d2")):
            assert found(backend, "rent", replace(MATTER, **{field: frozenset({value})})) == ["p2"]
            assert found(backend, "rent", replace(MATTER, **{field: frozenset()})) == []

    def test_only_what_is_in_force_on_the_day_is_found(self, backend):
        until = date(2022, 6, 1)
        fill(
            backend,
            passage("old", "Rent", version_id="v1", in_force_until=until),
            passage("new", "Rent", version_id="v2", in_force_from=until),
            passage("draft", "Rent", version_id="v3", in_force_from=None),
        )
        days = {
            date(2019, 12, 31): [],
            date(2020, 1, 1): ["old"],
            date(2022, 5, 31): ["old"],
            until: ["new"],
            date.max: ["new"],
        }
        assert {day: found(backend, "rent", replace(MATTER, as_of=day)) for day in days} == days
        assert set(found(backend, "rent")) == {"old", "new", "draft"}

    def test_the_scope_never_changes_a_score_or_the_order(self, backend):
        fill(
            backend,
            *(passage(f"a{n}", "notice " * n + "of the landlord and tenant") for n in range(1, 6)),
            *(passage(f"b{n}", "notice", matter_id="m2", version_id="v2", status="draft") for n in range(9)),
        )
        wide = LexicalScope(frozenset({"m1", "m2"}))
        narrow = LexicalScope(
            frozenset({"m1"}),
            date(2021, 1, 1),
            frozenset({"executed"}),
            frozenset({"contract"}),
            frozenset({"d1"}),
        )
        everything = [hit for hit in backend.search("notice tenant", wide, 50) if hit.passage_id[0] == "a"]
        assert backend.search("notice tenant", narrow, 50) == everything

    def test_hidden_passages_do_not_use_up_the_limit(self, backend):
        fill(
            backend,
            passage("p1", "A long passage where the rent is mentioned once among other matters of the lease"),
            *(passage(f"x{n}", "rent", matter_id="m2", version_id="v2") for n in range(30)),
        )
        assert found(backend, "rent", limit=1) == ["p1"]

    @pytest.mark.parametrize("limit", [0, -1])
    def test_a_limit_below_one_finds_nothing(self, backend, limit):
        fill(backend, passage("p1", "Rent"))
        assert found(backend, "rent", limit=limit) == []

    def test_equal_scores_are_ordered_by_identifier(self, backend):
        fill(backend, *(passage(key, "Rent is due.") for key in ("p3", "p1", "p2")))
        assert found(backend, "rent") == ["p1", "p2", "p3"]

    def test_replacing_a_version_leaves_nothing_of_what_it_was(self, backend):
        fill(backend, passage("p1", "Rent"), passage("p2", "Royalty"), passage("q1", "Rent", version_id="v2"))
        backend.replace_version("v1", [passage("p3", "Deposit")])
        assert found(backend, "royalty deposit") == ["p3"]
        assert found(backend, "rent") == ["q1"]
        assert backend.count() == 2

    def test_replacing_twice_is_the_same_as_once(self, backend):
        for _ in range(2):
            backend.replace_version("v1", [passage("p1", "Rent"), passage("p2", "Rent too")])
        assert backend.count() == 2
        assert sorted(found(backend, "rent")) == ["p1", "p2"]

    def test_a_version_without_passages_is_a_version_removed(self, backend):
        fill(backend, passage("p1", "Rent"))
        backend.replace_version("v1", [])
        assert backend.count() == 0

    def test_a_removed_version_is_gone_and_an_unknown_one_is_no_error(self, backend):
        fill(backend, passage("p1", "Rent"), passage("q1", "Rent", version_id="v2"))
        backend.remove_version("v1")
        backend.remove_version("v9")
        assert found(backend, "rent") == ["q1"]

    def test_passages_of_another_version_are_refused_and_change_nothing(self, backend):
        fill(backend, passage("p1", "Rent"))
        with pytest.raises(ValueError, match="can't replace"):
            backend.replace_version("v1", [passage("p2", "Rent"), passage("p3", "Rent", version_id="v2")])
        assert found(backend, "rent") == ["p1"]

    def test_versions_written_at_the_same_time_are_all_there(self, backend):
        def write(number: int) -> None:
            backend.replace_version(f"v{number}", [passage(f"p{number}", "Rent", version_id=f"v{number}")])

        threads = [Thread(target=write, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found(backend, "rent") == [f"p{number}" for number in range(6)]
