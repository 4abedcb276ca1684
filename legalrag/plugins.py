"""Plugin apps: what an operator names in ``LEGALRAG_PLUGINS``, and what they must say of themselves."""

from __future__ import annotations

from typing import ClassVar

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from packaging.specifiers import SpecifierSet

import legalrag
from audit.verbs import register_verbs


class PluginConfig(AppConfig):
    """Base of a plugin's app configuration. One that does not fit stops the start-up.

    ``compatible`` bounds the versions of LegalRAG ("~=0.1"); ``required_settings`` are names of Django
    settings that must be set; ``audit_verbs`` maps new verbs to words for people. The plugin's
    ``urls`` module, if ``url_prefix`` is set, is served under ``plugins/<url_prefix>/``, behind sign-in.
    """

    compatible: ClassVar[str]
    required_settings: ClassVar[tuple[str, ...]] = ()
    audit_verbs: ClassVar[dict[str, str]] = {}
    url_prefix: ClassVar[str] = ""

    def ready(self) -> None:
        bounds = getattr(self, "compatible", None)
        if bounds is None:
            raise ImproperlyConfigured(f"The plugin {self.name} does not say which versions it fits (compatible).")
        if legalrag.__version__ not in SpecifierSet(bounds):
            raise ImproperlyConfigured(
                f"The plugin {self.name} fits LegalRAG {bounds}; this is {legalrag.__version__}."
            )
        missing = [name for name in self.required_settings if not hasattr(settings, name)]
        if missing:
            raise ImproperlyConfigured(f"The plugin {self.name} needs the settings {', '.join(missing)}.")
        register_verbs(self.audit_verbs)
