from campaign.urls import arcs_helpers, settlers_helpers

urlpatterns = [*arcs_helpers.urlpatterns, *settlers_helpers.urlpatterns]
