"""What the lower rooms must know of a campaign, told when Django starts."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    name = "campaign"

    def ready(self) -> None:
        from campaign import registration

        registration.register()
