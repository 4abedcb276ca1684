"""Sign-in by accounts that the firm makes; nobody registers."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """Closes the door to self-registration."""

    def is_open_for_signup(self, request: Any) -> bool:
        return False
