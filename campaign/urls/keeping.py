"""What a campaign keeps: its history, its cards and sheets, corrections, and itself as a file."""

from django.urls import path

from campaign.views import (
    catalogue,
    corrections,
    exchange,
    history,
    layouts,
    rewriting,
)

urlpatterns = [
    path("open/<int:table>/", exchange.open_file, name="open-campaign-file"),
    path("<int:campaign>/download/", exchange.download, name="download-campaign"),
    path("<int:campaign>/history/", history.history, name="campaign-history"),
    path("<int:campaign>/history/<int:number>/", history.act_page, name="campaign-act"),
    path(
        "<int:campaign>/history/<int:number>/undo/",
        rewriting.take_back,
        name="campaign-undo",
    ),
    path(
        "<int:campaign>/history/<int:number>/put-back/",
        rewriting.put_back,
        name="campaign-put-back",
    ),
    path(
        "<int:campaign>/history/<int:number>/amend/",
        rewriting.amend,
        name="campaign-amend",
    ),
    path(
        "<int:campaign>/corrections/<path:empire>/",
        corrections.corrections,
        name="corrections",
    ),
    path(
        "<int:campaign>/correct/<slug:kind>/<path:empire>/",
        corrections.correct,
        name="correct",
    ),
    path("<int:campaign>/cards/", catalogue.catalogue, name="catalogue"),
    path("<int:campaign>/cards/<int:number>/", catalogue.card, name="card"),
    path(
        "<int:campaign>/cards/cards.<slug:form>",
        exchange.export_cards,
        name="export-cards",
    ),
    path("<int:campaign>/cards/file/", exchange.import_cards, name="import-cards"),
    path("<int:campaign>/sheets/", layouts.layouts, name="layouts"),
    path(
        "<int:campaign>/sheets/sheets.<slug:form>",
        exchange.export_layouts,
        name="export-layouts",
    ),
    path("<int:campaign>/sheets/file/", exchange.import_layouts, name="import-layouts"),
    path("<int:campaign>/sheets/<slug:age>/", layouts.layout, name="layout"),
]
