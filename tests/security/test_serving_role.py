"""What the serving role can't do, and that nothing serves as any other role."""

from __future__ import annotations

import os
import uuid

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connection, connections, transaction

from audit.chain import chain_verify
from audit.models import ChainLink
from audit.services import SYSTEM, event_record
from legalrag import checks, database_roles
from legalrag.backends import forget_backends
from tests.processes import database_url, run_python
from tests.security.conftest import Standing

SUPERUSER = "postgres"


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE documents_document DISABLE ROW LEVEL SECURITY",
        "ALTER TABLE documents_document ADD COLUMN x integer",
        "ALTER TABLE audit_event DISABLE TRIGGER ALL",
        "DROP POLICY documents_document_read ON documents_document",
        "DROP TABLE documents_document",
        "DROP VIEW matter_access",
        "CREATE OR REPLACE FUNCTION acting_user() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
        "CREATE TABLE public.mine (x integer)",
        "TRUNCATE documents_document CASCADE",
        "TRUNCATE audit_event CASCADE",
        "UPDATE audit_event SET verb = 'x'",
        "DELETE FROM audit_querylog",
        "UPDATE audit_queryresult SET sha256 = 'x'",
        "INSERT INTO audit_chainlink VALUES (1, gen_random_uuid(), '', '')",
        "UPDATE audit_chainlink SET hash = ''",
        "DELETE FROM audit_chainlink",
        "DELETE FROM audit_unsealed",
        "INSERT INTO matter_access VALUES (1, gen_random_uuid())",
        "SET session_replication_role = replica",
        "SET ROLE legalrag_owner",
        "COPY documents_document TO PROGRAM 'cat'",
    ],
)
def test_the_serving_role_can_not(committed: None, statement: str) -> None:
    with (
        pytest.raises(Error, match=r"permission denied|must be owner|cannot insert into view"),
        transaction.atomic(),
    ):
        connection.cursor().execute(statement)


def test_the_serving_role_can_not_switch_row_security_off(standing: Standing) -> None:
    with transaction.atomic():
        connection.cursor().execute("SET LOCAL row_security = off")
        with pytest.raises(Error, match="row-level security"), transaction.atomic():
            connection.cursor().execute("SELECT * FROM documents_document")


def test_temporary_tables_do_not_divert_the_audit(committed: None) -> None:
    subject = f"test.temporary:{uuid.uuid4()}"
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE audit_unsealed (position bigint, event uuid)")
        cursor.execute("CREATE TEMPORARY TABLE audit_chainlink (LIKE public.audit_chainlink)")
        try:
            with transaction.atomic():
                event = event_record("matters.client.created", actor=SYSTEM, subject=subject, matter=None)
        finally:
            cursor.execute("DROP TABLE pg_temp.audit_unsealed, pg_temp.audit_chainlink")
    assert ChainLink.objects.filter(event=event.pk).exists()
    assert chain_verify().faults == []


def test_the_role_of_the_tests_may_serve(committed: None) -> None:
    assert database_roles.serving_role_faults() == []
    assert checks.serving_role(None, ["default"]) == []
    assert checks.row_security(None, ["default"]) == []


def test_the_owner_may_not_serve(committed: None) -> None:
    faults = " ".join(database_roles.serving_role_faults("owner"))
    assert "tables" in faults
    assert "owns the schema" in faults


def test_the_check_of_a_migration_does_not_ask_for_the_serving_role(committed: None) -> None:
    assert checks.serving_role(None, ["owner"]) == []
    assert checks.row_security(None, ["owner"]) == []


def test_a_table_without_policies_is_not_served(committed: None) -> None:
    assert database_roles.unprotected_tables(["documents_document", "django_session", "no_such_table"]) == [
        "django_session",
        "no_such_table",
    ]


def test_who_serves_is_told_all_that_is_wrong(committed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "serving_role_faults", lambda: ["it is a superuser", "it owns 3 tables"])
    with pytest.raises(ImproperlyConfigured, match=r"superuser.*owns 3 tables"):
        checks.require_fit_to_serve()


def test_a_backend_that_can_not_work_stops_the_start(
    committed: None, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LLMS = {"default": {"BACKEND": "no.such.Backend"}}
    settings.EMBEDDERS = {"default": {"BACKEND": "retrieval.embedders.fake.FakeEmbedder"}}
    for kind in ("LLMS", "EMBEDDERS"):
        forget_backends(kind)
    try:
        with pytest.raises(ImproperlyConfigured, match="LLMS"):
            checks.require_fit_to_serve()
    finally:
        for kind in ("LLMS", "EMBEDDERS"):
            forget_backends(kind)


def _superuser_url() -> str:
    if "?host=" not in os.environ["DATABASE_URL"]:
        pytest.skip("Only the project's own server has a superuser that the tests may connect as.")
    return database_url(user=SUPERUSER)


COMMANDS = {
    "check": ("manage.py", "check", "--database", "default"),
    "qcluster": ("manage.py", "qcluster", "--run-once"),
    "runserver": ("manage.py", "runserver", "--noreload", "127.0.0.1:0"),
    "wsgi": ("-c", "import legalrag.wsgi"),
}


def _refused(command: tuple[str, ...], url: str) -> bool:
    ended = run_python(*command, DATABASE_URL=url)
    return ended.returncode != 0 and "LegalRAG does not serve like this" in ended.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_serves_as_owner(committed: None, command: str) -> None:
    assert _refused(COMMANDS[command], database_url("owner"))


def test_nothing_serves_as_superuser(committed: None) -> None:
    assert _refused(COMMANDS["wsgi"], _superuser_url())


def test_the_check_passes_for_the_serving_role(committed: None) -> None:
    ended = run_python(*COMMANDS["check"])
    assert ended.returncode == 0, ended.stderr


def test_a_role_that_can_become_the_owner_may_not_serve(committed: None) -> None:
    role = f"test_member_{uuid.uuid4().hex[:8]}"
    owner = connections["owner"].settings_dict["USER"]
    with psycopg.connect(_superuser_url(), autocommit=True) as administration:
        administration.execute(f"CREATE ROLE {role} LOGIN NOINHERIT IN ROLE {owner}")
        try:
            ended = run_python(*COMMANDS["check"], DATABASE_URL=database_url(user=role))
        finally:
            administration.execute(f"DROP ROLE {role}")
    assert ended.returncode != 0
    assert f"can become {owner}" in ended.stderr
