"""Sign-in by accounts that the firm makes; nobody registers."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm


class AccountAdapter(DefaultAccountAdapter):
    """Closes the door to self-registration."""

    def is_open_for_signup(self, request: Any) -> bool:
        return False


class SignInForm(LoginForm):
    """Name and password. A forgotten password is set anew by an administrator, not by e-mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""
        for name in ("login", "password"):
            self.fields[name].widget.attrs.pop("placeholder", None)
