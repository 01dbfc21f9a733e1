# Built from the wheel; only what runs goes into the image. The base has both amd64 and arm64, and so
# has every package that isn't pure Python.
FROM python:3.13-slim-bookworm AS build
WORKDIR /source
ENV PIP_NO_CACHE_DIR=1
COPY requirements-hosting.lock ./
RUN python -m venv /app \
    && /app/bin/pip install --require-hashes --requirement requirements-hosting.lock
COPY . ./
RUN /app/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
    && /app/bin/pip install --no-deps --no-index --find-links /wheels empire-companion
ENV COMPANION_STATIC=/app/static
# The data folder is made only for the time of building.
RUN COMPANION_DATA=/wheels/data /app/bin/empire-companion collectstatic --no-input --verbosity 0 \
    && chmod -R a+rX /app

FROM python:3.13-slim-bookworm
COPY --from=build /app /app
RUN mkdir /data && chown 10001:10001 /data
ENV PATH=/app/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    COMPANION_ADDRESS=0.0.0.0 \
    COMPANION_DATA=/data \
    COMPANION_LOG=json \
    COMPANION_STATIC=/app/static
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "-m", "companion.hosting.healthcheck"]
CMD ["empire-companion", "serve"]
