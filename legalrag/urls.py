"""Every address of the portal, the back-office and the REST API."""

from django.apps import apps
from django.contrib import admin
from django.urls import include, path

from legalrag import views
from legalrag.plugins import PluginConfig

urlpatterns = [
    path("", views.home, name="home"),
    path("", include("matters.urls")),
    path("matters/<matter:number>/activity/", views.matter_activity, name="matter_activity"),
    path("", include("documents.urls")),
    path("", include("retrieval.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("legalrag.api_urls")),
]
urlpatterns += [
    path(f"plugins/{config.url_prefix}/", include(f"{config.name}.urls"))
    for config in apps.get_app_configs()
    if isinstance(config, PluginConfig) and config.url_prefix
]
