"""Settings of the tests: a data folder and a database server of their own, everything else as in production."""

import os
from pathlib import Path

os.environ.setdefault("LEGALRAG_DATA_DIR", str(Path(__file__).resolve().parent.parent / "var" / "test"))
os.environ.setdefault("LEGALRAG_SECRET_KEY", "only-for-tests-" + "x" * 40)

from legalrag.settings import *  # noqa: F403 (all settings but those below)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = False
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405 (from the settings above)
