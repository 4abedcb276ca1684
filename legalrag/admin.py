"""What the back-office leaves out, although the packages would offer it.

A scheduled task runs any function, and a token opens the API as somebody else: either would go round the
walls. Groups and e-mail addresses are not in use.
"""

from importlib import import_module

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.models import Group
from django_q.models import Failure, OrmQ, Schedule, Success
from knox.models import AuthToken

# They register on import, and autodiscovery imports them after this module.
for package in ("allauth.account", "django.contrib.auth", "django_q", "knox"):
    import_module(f"{package}.admin")
for model in (EmailAddress, Group, Failure, OrmQ, Schedule, Success, AuthToken):
    admin.site.unregister(model)
