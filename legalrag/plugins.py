"""Plugin apps: what an operator names in ``LEGALRAG_PLUGINS``, and what they must say of themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from packaging.specifiers import InvalidSpecifier, SpecifierSet

import legalrag
from audit.verbs import UnknownVerb, register_verbs


class PluginConfig(AppConfig):
    """Base of a plugin's app configuration. One that does not fit stops the start-up.

    ``compatible`` bounds the versions of LegalRAG ("~=0.1"); ``required_settings`` are names of Django
    settings that must be set; ``audit_verbs`` maps new verbs to words for people. The plugin's
    ``urls`` module, if ``url_prefix`` is set, is served under ``plugins/<url_prefix>/``, behind sign-in.
    """

    # Django looks for the one config of a module; this base, which a plugin imports there, is none.
    default = False
    compatible: ClassVar[str]
    required_settings: ClassVar[tuple[str, ...]] = ()
    audit_verbs: ClassVar[dict[str, str]] = {}
    url_prefix: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.default = cls.__dict__.get("default", True)

    def require_fit(self) -> None:
        """Raise ``ImproperlyConfigured`` unless the plugin fits this LegalRAG and its settings; add its verbs."""
        bounds = getattr(self, "compatible", None)
        if bounds is None:
            raise ImproperlyConfigured(
                f"The plugin {self.name} does not say which versions it fits (compatible)."
            )
        try:
            fits = legalrag.__version__ in SpecifierSet(bounds)
        except InvalidSpecifier as error:
            raise ImproperlyConfigured(
                f"The plugin {self.name} bounds its versions by {bounds!r}, which is no version specifier."
            ) from error
        if not fits:
            raise ImproperlyConfigured(
                f"The plugin {self.name} fits LegalRAG {bounds}; this is {legalrag.__version__}."
            )
        missing = [name for name in self.required_settings if not hasattr(settings, name)]
        if missing:
            raise ImproperlyConfigured(f"The plugin {self.name} needs the settings {', '.join(missing)}.")
        try:
            register_verbs(self.audit_verbs)
        except UnknownVerb as error:
            raise ImproperlyConfigured(f"The plugin {self.name} brings an audit verb: {error}") from error


def plugins_require_fit(configs: Iterable[AppConfig], named: Iterable[str]) -> None:
    """Stop the start-up for a plugin that does not fit, or that is an app without a ``PluginConfig``.

    ``configs`` are all installed apps, ``named`` the entries of ``LEGALRAG_PLUGINS``. This is no part of
    ``ready()``, which a plugin may override.
    """
    named = set(named)
    for config in configs:
        if isinstance(config, PluginConfig):
            config.require_fit()
        elif named & {config.name, f"{type(config).__module__}.{type(config).__qualname__}"}:
            raise ImproperlyConfigured(
                f"{config.name} in LEGALRAG_PLUGINS is no plugin of LegalRAG: its app has no PluginConfig."
            )
