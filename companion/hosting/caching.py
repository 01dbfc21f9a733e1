"""What may be kept of an answer on its way and in the browser."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin


class AskFirst(MiddlewareMixin):
    """A page is the visitor's own and is asked for anew each time, unless its view says otherwise.

    It isn't `no-store`: going back has to work while the Wi-Fi doesn't. Pages with a
    password on them are, by `never_cache`.
    """

    def process_response(
        self, _request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response
