"""Everything of a campaign that is printed, and the way back from paper to the page."""

from django.urls import path

from campaign.documents import views as papers

urlpatterns = [
    path("code/", papers.by_code, name="sheet-code"),
    path("code/<str:code>/", papers.by_code, name="sheet-code-printed"),
    path("<int:campaign>/print/sheets.pdf", papers.sheets, name="campaign-sheets"),
    path("<int:campaign>/print/summary.pdf", papers.summary, name="campaign-summary"),
    path("<int:campaign>/print/session.pdf", papers.pack, name="session-pack"),
    path("<int:campaign>/print/result.pdf", papers.result, name="session-result"),
    path("<int:campaign>/print/chronicle.pdf", papers.chronicle, name="chronicle"),
    path(
        "<int:campaign>/print/blank-<slug:age>.pdf",
        papers.blank_sheet,
        name="blank-empire-sheet",
    ),
]
