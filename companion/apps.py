"""What the rooms of the companion tell each other when Django starts."""

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"

    def ready(self) -> None:
        from companion.hosting.backup import copy_after_finish
        from companion.log.record import recorded
        from companion.sessions import registration

        registration.register()
        recorded.connect(copy_after_finish)
