"""The story of a campaign."""

from django.urls import path

from campaign.chronicle import meeting_views, views

urlpatterns = [
    path("<int:campaign>/chronicle/", views.chronicle_page, name="campaign-chronicle"),
    path("<int:campaign>/before/", meeting_views.meeting_page, name="before-we-meet"),
    path(
        "<int:campaign>/before/answer/",
        meeting_views.answer_invitation,
        name="answer-invitation",
    ),
    path("<int:campaign>/final/", views.final_page, name="campaign-final"),
    path(
        "<int:campaign>/chronicle/<int:number>/",
        views.chapter_page,
        name="campaign-chapter",
    ),
]
