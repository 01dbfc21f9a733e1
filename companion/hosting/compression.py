"""Pages on their way to a phone, packed."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

# Papers and pictures are packed already, and a stream has to arrive line by line.
PACKED = ("text/html", "application/json", "text/javascript", "image/svg+xml")


class CompressPages(GZipMiddleware):
    """Packs texts; what Django adds by chance to each hides how long a token on the page is (BREACH)."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.get("Content-Type", "").partition(";")[0]
        if response.streaming or kind not in PACKED:
            return response
        return super().process_response(request, response)
