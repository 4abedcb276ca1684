"""Each kind of backend has a base with few methods, a fake, and a contract suite that a plugin author subclasses."""

from __future__ import annotations

import importlib
import inspect

import pytest

from legalrag.backends import KINDS, Backend
from tests.house.project import ROOT

# Kind -> module of its base, the base's name, and the fake's.
PARTS = {
    "DOCUMENT_PARSERS": ("documents.parsers", "DocumentParser", "FakeParser"),
    "LEXICAL_INDEXES": ("retrieval.search.lexical", "LexicalIndex", "FakeLexicalIndex"),
    "EMBEDDERS": ("retrieval.embedders", "Embedder", "FakeEmbedder"),
    "LLMS": ("retrieval.llms", "LanguageModel", "FakeLanguageModel"),
}


def test_every_kind_is_tried() -> None:
    assert set(PARTS) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_a_base_with_five_methods_at_most(kind: str) -> None:
    package, base, _ = PARTS[kind]
    base_class = getattr(importlib.import_module(f"{package}.base"), base)
    assert issubclass(base_class, Backend)
    assert 1 <= len(base_class.__abstractmethods__ - {"check"}) <= 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_a_fake(kind: str) -> None:
    package, base, fake = PARTS[kind]
    base_class = getattr(importlib.import_module(f"{package}.base"), base)
    fake_class = getattr(importlib.import_module(f"{package}.fake"), fake)
    assert issubclass(fake_class, base_class)
    fake_class().check()


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_a_contract_that_is_tried_on_the_fake(kind: str) -> None:
    suite = importlib.import_module(f"tests.contracts.{kind.lower()}")
    contracts = [
        name
        for name, found in inspect.getmembers(suite, inspect.isclass)
        if found.__module__ == suite.__name__ and any(method.startswith("test_") for method in vars(found))
    ]
    assert contracts
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert any(f"({name})" in tests for name in contracts), "no test subclasses the contract"
    assert PARTS[kind][2] in tests
