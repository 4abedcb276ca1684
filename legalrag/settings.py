"""Settings, read from the environment. ``docs/reference/settings.md`` explains each variable."""

import os
import secrets
from pathlib import Path

import dj_database_url

from legalrag.environment import read_bool, read_int, read_list, read_path, read_text
from legalrag.postgres import start_local_server

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = read_path("LEGALRAG_DATA_DIR", BASE_DIR / "var")
DATA_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = read_bool("LEGALRAG_DEBUG", False)
ALLOWED_HOSTS = read_list("LEGALRAG_ALLOWED_HOSTS", ("localhost", "127.0.0.1"))
CSRF_TRUSTED_ORIGINS = read_list("LEGALRAG_TRUSTED_ORIGINS")
HTTPS = read_bool("LEGALRAG_HTTPS", False)


def _secret_key() -> str:
    """The key from the environment, else one made once for this data folder."""
    if "LEGALRAG_SECRET_KEY" in os.environ:
        return read_text("LEGALRAG_SECRET_KEY")
    key_file = DATA_DIR / "secret_key"
    if not key_file.exists():
        key_file.touch(mode=0o600)
        key_file.write_text(secrets.token_urlsafe(50))
    return key_file.read_text()


SECRET_KEY = _secret_key()
FIRM_NAME = read_text("LEGALRAG_FIRM_NAME", "LegalRAG")

# Database: the serving role is "default"; the owner is there only for migrations and backups.
if "DATABASE_URL" not in os.environ:
    _urls = start_local_server(DATA_DIR / "postgres")
    os.environ["DATABASE_URL"] = _urls.serving
    os.environ.setdefault("LEGALRAG_OWNER_DATABASE_URL", _urls.owner)

DATABASES = {"default": dj_database_url.parse(read_text("DATABASE_URL"))}
if os.environ.get("LEGALRAG_OWNER_DATABASE_URL"):
    DATABASES["owner"] = dj_database_url.parse(read_text("LEGALRAG_OWNER_DATABASE_URL"))
for _database in DATABASES.values():
    _database["CONN_MAX_AGE"] = 60
    _database["CONN_HEALTH_CHECKS"] = True
# A page never opens the owner's connection.
DATABASES["default"]["ATOMIC_REQUESTS"] = True
DATABASE_ROUTERS = ["legalrag.database_roles.OwnerMigrates"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PLUGINS = read_list("LEGALRAG_PLUGINS")
INSTALLED_APPS = [
    "legalrag",
    "audit",
    "matters",
    "documents",
    "retrieval",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "django_htmx",
    "django_q",
    "django_filters",
    "rest_framework",
    "knox",
    "drf_spectacular",
    *PLUGINS,
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "legalrag.middleware.SignInRequired",
    "legalrag.middleware.ActingPerson",
]

ROOT_URLCONF = "legalrag.urls"
WSGI_APPLICATION = "legalrag.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "legalrag.context_processors.firm",
            ]
        },
    }
]

# Sign-in
AUTH_USER_MODEL = "matters.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "matters.sign_in.AccountAdapter"
ACCOUNT_FORMS = {"login": "matters.sign_in.SignInForm"}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = False
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"

# Security of pages
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 12 * 60 * 60
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

# Language, time, files
LANGUAGE_CODE = "en-gb"
TIME_ZONE = read_text("LEGALRAG_TIME_ZONE", "Europe/London")
USE_TZ = True
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
BLOB_DIR = read_path("LEGALRAG_BLOB_DIR", DATA_DIR / "blobs")
MAX_UPLOAD_BYTES = read_int("LEGALRAG_MAX_UPLOAD_MB", 100) * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 200
READING_MEMORY_MIB = read_int("LEGALRAG_READING_MEMORY_MIB", 1536)
READING_SECONDS = read_int("LEGALRAG_READING_SECONDS", 60)

# Backends: alias -> {"BACKEND": dotted path, "OPTIONS": {...}}
DOCUMENT_PARSERS = {
    "pdf": {"BACKEND": "documents.parsers.pdf.PdfParser"},
    "docx": {"BACKEND": "documents.parsers.docx.DocxParser"},
    "markdown": {"BACKEND": "documents.parsers.markdown.MarkdownParser"},
    "text": {"BACKEND": "documents.parsers.text.TextParser"},
}
LEXICAL_INDEXES = {
    "default": {
        "BACKEND": "retrieval.search.lexical.tantivy_index.TantivyIndex",
        "OPTIONS": {"path": str(read_path("LEGALRAG_INDEX_DIR", DATA_DIR / "index"))},
    }
}
EMBEDDERS = {"default": {"BACKEND": "retrieval.embedders.minilm.MiniLMEmbedder"}}
LLMS = {"default": {"BACKEND": "retrieval.llms.extractive.ExtractiveModel"}}

# Jobs: the truth is in documents.Job; django-q2 only wakes the workers.
WORKERS = read_int("LEGALRAG_WORKERS", 1)
Q_CLUSTER = {
    "name": "legalrag",
    "orm": "default",
    "workers": WORKERS,
    "queue_limit": WORKERS,
    "bulk": 1,
    "timeout": 900,
    "retry": 1920,
    "max_attempts": 3,
    "poll": 1,
    "catch_up": False,
    "save_limit": 200,
    "label": "Jobs",
}
JOB_LEASE_SECONDS = read_int("LEGALRAG_JOB_LEASE_SECONDS", 60)
JOB_MAX_ATTEMPTS = 3

# REST
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "LegalRAG",
    "DESCRIPTION": "Matters, documents, search and cited answers.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "MatterStatus": "matters.models.Matter.Status",
        "DocumentType": "documents.models.Document.Type",
        "VersionStatus": "documents.models.DocumentVersion.Status",
        "StepState": "documents.models.IngestStep.State",
        "ReadingState": "documents.models.DocumentVersion.Reading",
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": read_text("LEGALRAG_LOG_LEVEL", "WARNING")},
}
