from django.apps import AppConfig, apps
from django.conf import settings
from django.db.models.signals import post_migrate


class LegalRAGConfig(AppConfig):
    name = "legalrag"
    verbose_name = "LegalRAG"

    def ready(self) -> None:
        from legalrag import checks  # noqa: F401 (registers the start-up checks)
        from legalrag.database_roles import grant_to_serving_role
        from legalrag.plugins import plugins_require_fit

        plugins_require_fit(apps.get_app_configs(), settings.PLUGINS)
        post_migrate.connect(grant_to_serving_role, dispatch_uid="grant_to_serving_role")
