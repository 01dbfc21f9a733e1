"""A campaign as a file."""

from django.urls import path

from campaign.files import keeping_views as keeping
from campaign.files import paper_views, views

urlpatterns = [
    path("open/<int:table>/", views.open_file, name="open-campaign-file"),
    path(
        "paper/<int:table>/",
        paper_views.restore_from_paper,
        name="restore-from-paper",
    ),
    path("<int:campaign>/download/", views.download_campaign, name="download-campaign"),
    path("archive/<int:table>/", keeping.archive_page, name="archived-campaigns"),
    path(
        "archive/<int:table>/<int:copy>/download/",
        keeping.download_copy,
        name="download-copy",
    ),
    path(
        "archive/<int:table>/<int:copy>/open/",
        keeping.reopen_copy,
        name="reopen-copy",
    ),
    path("<int:campaign>/keep/", keeping.keeping_page, name="keep-campaign"),
    path(
        "<int:campaign>/keep/rename/", keeping.rename_campaign, name="rename-campaign"
    ),
    path(
        "<int:campaign>/keep/archive/",
        keeping.archive_campaign,
        name="archive-campaign",
    ),
    path(
        "<int:campaign>/keep/delete/", keeping.delete_campaign, name="delete-campaign"
    ),
]
