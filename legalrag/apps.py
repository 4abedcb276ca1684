from django.apps import AppConfig
from django.db.models.signals import post_migrate


class LegalRAGConfig(AppConfig):
    name = "legalrag"
    verbose_name = "LegalRAG"

    def ready(self) -> None:
        from legalrag import checks  # noqa: F401 (registers the start-up checks)
        from legalrag.database_roles import grant_to_serving_role

        post_migrate.connect(grant_to_serving_role, dispatch_uid="grant_to_serving_role")
