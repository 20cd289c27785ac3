# A server with its page, compiled rules and the driver of PostgreSQL. See docs/hosting.md.
#   docker build -t longroad .
#   docker run -p 8311:8311 -v longroad:/data longroad

FROM python:3.13-slim AS environment
WORKDIR /build
RUN python -m venv /opt/longroad
COPY requirements/run.txt requirements/
RUN /opt/longroad/bin/pip install --no-cache-dir --require-hashes -r requirements/run.txt

FROM environment AS engine
COPY src src
COPY scripts/generated.py scripts/
COPY scripts/client/engine.py scripts/client/engine_tables.py scripts/client/setup_tables.py scripts/client/
RUN mkdir -p client/src/engine && PYTHONPATH=src /opt/longroad/bin/python -m scripts.client.engine

FROM node:24-slim AS page
WORKDIR /build
COPY client/package.json client/package-lock.json client/
RUN npm ci --prefix client --omit=dev --no-audit --no-fund
COPY client client
COPY --from=engine /build/client/src/engine client/src/engine
RUN npm run --prefix client build

FROM environment AS package
COPY pyproject.toml README.md LICENSE ./
COPY scripts/build_hook.py scripts/
COPY src src
COPY --from=page /build/src/longroad/server/static src/longroad/server/static
RUN /opt/longroad/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home longroad \
    && install -d -o longroad -g longroad -m 0700 /data /cache
COPY --from=package /opt/longroad /opt/longroad
ENV PATH=/opt/longroad/bin:$PATH \
    LONGROAD_HOST=0.0.0.0 \
    LONGROAD_PORT=8311 \
    LONGROAD_DATA=/data \
    LONGROAD_CACHE=/cache \
    LONGROAD_LOG_FORMAT=json
USER longroad
VOLUME ["/data", "/cache"]
EXPOSE 8311
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8311/health/ready', timeout=2)"]
ENTRYPOINT ["longroad", "serve"]
