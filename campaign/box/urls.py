"""The cards and sheets of a table's box, and those of a campaign."""

from django.urls import path

from campaign.box import (
    box_file_views,
    box_history_views,
    box_sheet_views,
    box_views,
    card_views,
    layout_views,
    options_views,
    taking_views,
)
from campaign.files import views as file_views

urlpatterns = [
    path("box/<int:table>/", box_views.box_page, name="box"),
    path("box/<int:table>/enter/", box_views.enter_card, name="enter-box-card"),
    path(
        "box/<int:table>/cards/<int:number>/",
        box_views.box_card_page,
        name="box-card",
    ),
    path(
        "box/<int:table>/cards/<int:number>/move/",
        box_views.move_card,
        name="move-box-card",
    ),
    path("box/<int:table>/sheets/", box_sheet_views.box_sheets_page, name="box-sheets"),
    path(
        "box/<int:table>/sheets/<slug:age>/",
        box_sheet_views.box_sheet_page,
        name="box-sheet",
    ),
    path("box/<int:table>/options/", options_views.table_options, name="table-options"),
    path("box/<int:table>/history/", box_history_views.box_history, name="box-history"),
    path(
        "box/<int:table>/history/<int:act>/undo/",
        box_history_views.undo_in_box,
        name="box-undo",
    ),
    path("box/<int:table>/download/", box_file_views.download_box, name="download-box"),
    path("box/<int:table>/open/", box_file_views.open_box_file, name="open-box-file"),
    path(
        "box/<int:table>/from/<int:other>/",
        box_file_views.box_from_campaign,
        name="box-from-campaign",
    ),
    path("box/<int:table>/copy/", box_sheet_views.copy_sheets, name="copy-sheets"),
    path(
        "box/<int:table>/copy/<slug:age>/<slug:part>/",
        box_sheet_views.copy_sheet_part,
        name="copy-sheet-part",
    ),
    path("<int:campaign>/box/", taking_views.take_from_box, name="take-from-box"),
    path("<int:campaign>/cards/", card_views.catalogue_page, name="catalogue"),
    path("<int:campaign>/cards/<int:number>/", card_views.card_page, name="card"),
    path(
        "<int:campaign>/cards/cards.<slug:form>",
        file_views.export_cards,
        name="export-cards",
    ),
    path("<int:campaign>/cards/file/", file_views.import_cards, name="import-cards"),
    path("<int:campaign>/sheets/", layout_views.layouts_page, name="layouts"),
    path(
        "<int:campaign>/sheets/sheets.<slug:form>",
        file_views.export_layouts,
        name="export-layouts",
    ),
    path(
        "<int:campaign>/sheets/file/", file_views.import_layouts, name="import-layouts"
    ),
    path("<int:campaign>/sheets/<slug:age>/", layout_views.layout_page, name="layout"),
]
