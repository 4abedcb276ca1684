"""Plugin apps: what fits is let in with its verbs, what does not fit stops the start."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured

import legalrag
from audit import verbs
from legalrag.plugins import PluginConfig, plugins_require_fit
from tests.processes import run_python


@pytest.fixture(autouse=True)
def own_verbs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verbs, "_VERBS", dict(verbs._VERBS))


def plugin(base: type[AppConfig] = PluginConfig, **attributes: Any) -> AppConfig:
    """An app config as Django would load it from the package ``court_rules``."""
    module = ModuleType("court_rules")
    module.__file__ = str(Path(__file__))
    attributes = {"name": "court_rules", "__module__": "court_rules.apps"} | attributes
    return type("CourtRulesConfig", (base,), attributes)("court_rules", module)


def test_a_plugin_that_fits_brings_its_verbs() -> None:
    fitting = plugin(
        compatible=f"=={legalrag.__version__}",
        required_settings=("TIME_ZONE",),
        audit_verbs={"court_rules.deadline.computed": "Deadline computed"},
    )
    plugins_require_fit([fitting], ["court_rules"])
    assert verbs.verb_in_words("court_rules.deadline.computed") == "Deadline computed"


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ({}, "does not say which versions"),
        ({"compatible": ">=99"}, f"fits LegalRAG >=99; this is {legalrag.__version__}"),
        ({"compatible": "whatever"}, "no version specifier"),
        (
            {"compatible": ">=0", "required_settings": ("COURT_RULES_KEY",)},
            "needs the settings COURT_RULES_KEY",
        ),
        ({"compatible": ">=0", "audit_verbs": {"computed": "x"}}, "audit verb"),
        ({"compatible": ">=0", "audit_verbs": {"Court.Deadline.Computed!": "x"}}, "audit verb"),
        ({"compatible": ">=0", "audit_verbs": {"matters.wall.lifted": "Nothing happened"}}, "is taken"),
    ],
)
def test_a_plugin_that_does_not_fit_is_refused(attributes: dict[str, Any], words: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=words):
        plugins_require_fit([plugin(**attributes)], [])


def test_a_plugin_is_checked_even_if_it_overrides_ready() -> None:
    with pytest.raises(ImproperlyConfigured):
        plugins_require_fit([plugin(compatible=">=99", ready=lambda self: None)], [])


@pytest.mark.parametrize("entry", ["court_rules", "court_rules.apps.CourtRulesConfig"])
def test_an_app_without_a_plugin_config_is_no_plugin(entry: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="no PluginConfig"):
        plugins_require_fit([plugin(AppConfig)], [entry])
    plugins_require_fit([plugin(AppConfig)], [])


PACKAGE = {
    "court_rules/__init__.py": "",
    "court_rules/apps.py": (
        "from legalrag.plugins import PluginConfig\n\n\n"
        "class CourtRulesConfig(PluginConfig):\n"
        "    name = 'court_rules'\n"
        "    compatible = {compatible!r}\n"
    ),
}


@pytest.mark.parametrize(("compatible", "status"), [(">=0", 0), (">=99", 1)])
def test_the_start_up_stops_for_a_plugin_that_does_not_fit(
    committed: None, tmp_path: Path, compatible: str, status: int
) -> None:
    for name, text in PACKAGE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text.format(compatible=compatible))
    path = ":".join([str(tmp_path), *filter(None, sys.path)])
    ended = run_python("-c", "import django; django.setup()", LEGALRAG_PLUGINS="court_rules", PYTHONPATH=path)
    assert ended.returncode == status, ended.stderr
    assert ("fits LegalRAG >=99" in ended.stderr) is bool(status)


def test_a_package_that_is_installed_and_not_named_is_not_loaded(settings: Any) -> None:
    assert settings.PLUGINS == []
