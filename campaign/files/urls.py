"""A campaign as a file."""

from django.urls import path

from campaign.files import views

urlpatterns = [
    path("open/<int:table>/", views.open_file, name="open-campaign-file"),
    path("<int:campaign>/download/", views.download_campaign, name="download-campaign"),
]
