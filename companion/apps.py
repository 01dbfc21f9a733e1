"""What the rooms of the companion tell each other when Django starts."""

from django.apps import AppConfig


class CompanionConfig(AppConfig):
    name = "companion"

    def ready(self) -> None:
        from campaign.files.importing import campaign_came
        from companion.exchange.plain_twins import archive_plain_twins
        from companion.home.demos import copy_for_change
        from companion.hosting.backup import copy_after_finish
        from companion.hosting.metrics import count_act
        from companion.log.record import recorded
        from companion.records import registration as records
        from companion.sessions import registration as sessions
        from companion.tables.access import register_demo_copier

        sessions.register()
        records.register()
        recorded.connect(copy_after_finish)
        recorded.connect(count_act)
        campaign_came.connect(archive_plain_twins)
        register_demo_copier(copy_for_change)
