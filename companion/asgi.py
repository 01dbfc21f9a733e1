"""What uvicorn serves: the pages on threads, which is two to five times faster than Django under ASGI."""

from a2wsgi import WSGIMiddleware

from companion.wsgi import application as pages

application = WSGIMiddleware(pages, workers=8)
