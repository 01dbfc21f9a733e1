from django.urls import include, path

urlpatterns = [
    path("", include("campaign.board.urls")),
    path("", include("campaign.session.urls")),
    path("", include("campaign.chronicle.urls")),
    path("", include("campaign.history.urls")),
    path("", include("campaign.box.urls")),
    path("", include("campaign.files.urls")),
    path("", include("campaign.documents.urls")),
]
