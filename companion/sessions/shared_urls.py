from django.urls import path

from companion.sessions import sharing_views as sharing

# Short, so that its QR code is coarse enough for any camera.
urlpatterns = [
    path("<str:code>/", sharing.shared_result, name="shared-result"),
    path("<str:code>/result.png", sharing.shared_picture, name="shared-picture"),
]
