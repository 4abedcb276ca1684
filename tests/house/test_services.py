"""What changes data is a service: keyword-only, and recorded with its verb."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from audit.verbs import verb_in_words
from tests.house.project import APPS, ROOT

# Public functions of services without a verb of their own -> reason.
NOT_AUDITED = {
    "audit.services.event_record": "this is the recording",
    "audit.services.chain_seal": "seals what was recorded",
    "audit.services.event_fields": "changes nothing",
    "audit.services.audited": "makes others record",
    "audit.services.query_log_open": "records its own event with the log",
    "audit.services.query_log_complete": "records its own event with the result",
    "audit.services.query_log_fail": "records its own event",
    "matters.services.team_member_add": "recorded by the function that it calls, which opening a matter shares",
    "documents.services.in_force_periods_set": "derives columns from versions whose filing was recorded",
}


def modules() -> Iterator[ModuleType]:
    for app in APPS:
        if (ROOT / app / "services.py").exists():
            yield importlib.import_module(f"{app}.services")
        elif (ROOT / app / "services").exists():
            package = importlib.import_module(f"{app}.services")
            for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
                yield importlib.import_module(found.name)


def services() -> dict[str, Callable]:
    return {
        f"{module.__name__}.{name}": function
        for module in modules()
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }


def test_each_service_is_recorded_or_says_why_not() -> None:
    silent = {name for name, function in services().items() if not hasattr(function, "audit_verb")}
    assert silent == set(NOT_AUDITED)


@pytest.mark.parametrize("name", [name for name in services() if name not in NOT_AUDITED])
def test_a_service_that_is_recorded_takes_keywords_only(name: str) -> None:
    service = services()[name]
    assert verb_in_words(service.audit_verb)
    parameters = inspect.signature(service).parameters.values()
    assert {parameter.kind for parameter in parameters} == {inspect.Parameter.KEYWORD_ONLY}
    assert "actor" in {parameter.name for parameter in parameters}
