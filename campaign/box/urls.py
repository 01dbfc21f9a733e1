"""The cards and sheets of a campaign."""

from django.urls import path

from campaign.box import card_views, layout_views
from campaign.files import views as file_views

urlpatterns = [
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
