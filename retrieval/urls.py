from django.urls import path

from retrieval import evaluation_views, log_views, views

urlpatterns = [
    path("search/", views.search, name="search"),
    path("ask/", views.ask, name="ask"),
    path("ask/<uuid:log_id>/", views.ask_answer, name="ask_answer"),
    path("audit/queries/", log_views.query_log_list, name="query_log_list"),
    path("audit/queries/<uuid:log_id>/", log_views.query_log_detail, name="query_log_detail"),
    path("audit/evaluations/", evaluation_views.evaluation_list, name="evaluation_list"),
    path("audit/evaluations/<uuid:run_id>/", evaluation_views.evaluation_detail, name="evaluation_detail"),
    path("audit/queries/<uuid:log_id>/report.pdf", log_views.query_log_pdf, name="query_log_pdf"),
]
