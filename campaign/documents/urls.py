"""Everything of a campaign that is printed, and the way back from paper to the page."""

from django.urls import path

from campaign.documents import sheet_views as sheets
from campaign.documents import take_home
from campaign.documents import views as papers

urlpatterns = [
    path("blank/", sheets.blank_sheets_page, name="blank-empire-sheets"),
    path("blank/<slug:age>.pdf", sheets.blank_sheet_of_age, name="blank-sheet-of-age"),
    path("code/", papers.find_by_code, name="sheet-code"),
    path("code/<str:code>/", papers.find_by_code, name="sheet-code-printed"),
    path(
        "<int:campaign>/empires/<path:empire>/take-home.html",
        take_home.take_home_file,
        name="take-home",
    ),
    path(
        "<int:campaign>/print/sheets.pdf",
        sheets.sheets_document,
        name="campaign-sheets",
    ),
    path(
        "<int:campaign>/print/summary.pdf",
        papers.summary_document,
        name="campaign-summary",
    ),
    path(
        "<int:campaign>/print/backup.pdf",
        papers.backup_document,
        name="paper-backup",
    ),
    path("<int:campaign>/print/session.pdf", papers.pack_document, name="session-pack"),
    path(
        "<int:campaign>/print/result.pdf", papers.result_document, name="session-result"
    ),
    path(
        "<int:campaign>/print/chronicle.pdf",
        papers.chronicle_document,
        name="chronicle",
    ),
    path(
        "<int:campaign>/print/booklet.pdf",
        papers.booklet_document,
        name="chronicle-booklet",
    ),
    path(
        "<int:campaign>/print/blank-<slug:age>.pdf",
        sheets.blank_sheet,
        name="blank-empire-sheet",
    ),
]
