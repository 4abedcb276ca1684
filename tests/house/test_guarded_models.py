"""Each table that belongs to a matter is guarded, protected, and known to the serving role for what it is."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import connections

from legalrag.checks import guarded_models
from legalrag.database_roles import APPEND_ONLY_TABLES, unprotected_tables
from legalrag.guard import GuardedModel
from tests.house.project import APPS

# Models of ours that need no reader -> reason.
UNGUARDED = {
    "audit.ChainLink": "hashes and ids; read to prove an event's place, written by the database alone",
    "matters.User": "people must be found before anybody has signed in",
    "documents.Job": "ids only, nothing that a wall must hide",
    "retrieval.EvaluationRun": "figures of a suite, nothing of any matter",
}


def test_a_model_is_guarded_or_says_why_not() -> None:
    ours = [model for model in apps.get_models() if model._meta.app_label in APPS]
    open_to_all = {model._meta.label for model in ours if not issubclass(model, GuardedModel)}
    assert open_to_all == set(UNGUARDED)


def test_each_guarded_table_has_row_level_security(committed: None) -> None:
    tables = [model._meta.db_table for model in guarded_models() if model._meta.managed]
    assert len(tables) > 10
    assert unprotected_tables(tables) == []


@pytest.mark.parametrize("table", APPEND_ONLY_TABLES)
def test_evidence_is_only_added_to(committed: None, table: str) -> None:
    assert rights(table) == {"SELECT", "INSERT"}


@pytest.mark.parametrize("table", ["audit_chainlink", "audit_unsealed", "matter_access"])
def test_what_the_database_keeps_is_only_read(committed: None, table: str) -> None:
    assert rights(table) == {"SELECT"}


def rights(table: str) -> set[Any]:
    role = connections["default"].settings_dict["USER"]
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES',"
            " 'TRIGGER']) privilege WHERE has_table_privilege(%s, %s, privilege)",
            [role, table],
        )
        return {row[0] for row in cursor.fetchall()}


def test_functions_that_run_as_the_owner_look_into_temporary_tables_last(committed: None) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT proname FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace"
            " AND NOT coalesce('search_path=pg_catalog, public, pg_temp' = ANY(proconfig), false)"
        )
        assert cursor.fetchall() == []
