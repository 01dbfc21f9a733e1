"""What a password may not be."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from companion.tables.models import Account, fold_name


class NotTheName:
    """Refuses blanks and the name itself, which are guessed first."""

    def validate(self, password: str, user: Account | None = None) -> None:
        if not password.strip():
            raise ValidationError(_("A password can't be only spaces."))
        if user and is_about(fold_name(password), fold_name(user.username)):
            raise ValidationError(
                _("Your name is too easy to guess. Choose another password.")
            )

    def get_help_text(self) -> str:
        return _("Not your name.")


def is_about(password: str, name: str) -> bool:
    """Whether it is the name, with a few more characters at most."""
    plain = "".join(filter(str.isalnum, name))
    left = "".join(filter(str.isalnum, password)).replace(plain, "") if plain else "x"
    return not left or (plain in password and left.isdigit())
