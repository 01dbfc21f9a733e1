"""The story of a campaign."""

from django.urls import path

from campaign.chronicle import meeting_views, memory_views, sharing_views, views

urlpatterns = [
    path("<int:campaign>/chronicle/", views.chronicle_page, name="campaign-chronicle"),
    path("<int:campaign>/before/", meeting_views.meeting_page, name="before-we-meet"),
    path(
        "<int:campaign>/before/answer/",
        meeting_views.answer_invitation,
        name="answer-invitation",
    ),
    path(
        "<int:campaign>/chronicle/<int:number>/photo/",
        memory_views.put_photo,
        name="put-photo",
    ),
    path(
        "<int:campaign>/chronicle/<int:number>/photo/remove/",
        memory_views.remove_photo,
        name="remove-photo",
    ),
    path(
        "<int:campaign>/chronicle/<int:number>/note/",
        memory_views.write_note,
        name="write-session-note",
    ),
    path(
        "<int:campaign>/photos/<slug:digest>.jpg",
        memory_views.photo_file,
        name="session-photo",
    ),
    path(
        "<int:campaign>/chronicle/<int:number>/share/",
        sharing_views.share_session,
        name="share-campaign-session",
    ),
    path(
        "<int:campaign>/chronicle/<int:number>/share/stop/",
        sharing_views.stop_sharing_session,
        name="stop-sharing-campaign-session",
    ),
    path(
        "<int:campaign>/chronicle/<int:number>/result.png",
        sharing_views.session_picture,
        name="campaign-session-picture",
    ),
    path("<int:campaign>/final/", views.final_page, name="campaign-final"),
    path(
        "<int:campaign>/final/share/",
        sharing_views.share_win,
        name="share-campaign-win",
    ),
    path(
        "<int:campaign>/final/share/stop/",
        sharing_views.stop_sharing_win,
        name="stop-sharing-win",
    ),
    path(
        "<int:campaign>/final/result.png",
        sharing_views.win_picture,
        name="campaign-win-picture",
    ),
    path(
        "<int:campaign>/chronicle/<int:number>/",
        views.chapter_page,
        name="campaign-chapter",
    ),
]
