# A whole site: docker run -p 8000:8000 -v yacht:/data IMAGE (docs/deployment.md#one-container).
#
# Debian 13: its PostgreSQL client is as new as the server in docker-compose.yml.
ARG BASE=python:3.13-slim-trixie

# What only these stages need is not in the image: pip, programs of Debian, and the parser that bundles
# scripts.
FROM ${BASE} AS packages
ENV PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN apt-get update \
    && apt-get install --no-install-recommends --yes binutils postgresql-client-17
RUN python3 -m venv /venv
COPY requirements.lock ./
RUN /venv/bin/pip install --require-hashes --requirement requirements.lock

# Tables of perfect play, and compiled code that fits any processor of this kind. Only changes of the
# core make them again.
FROM packages AS solver
ENV NUMBA_CPU_NAME=generic NUMBA_CACHE_DIR=/solver/compiled
WORKDIR /app
COPY games/__init__.py games/
COPY games/core games/core
RUN /venv/bin/python -m games.core.winning.preparation /solver/tables && chmod -R a+rX /solver

FROM packages AS builder
# Tests of packages, texts in languages that the site does not have, and symbols for debuggers.
RUN cd /venv/lib/python3*/site-packages \
    && find . -depth -type d \( -name tests -o -name test \) -exec rm -r {} + \
    && find . -depth -path "*/locale/*/LC_MESSAGES" ! -path "*/locale/de/*" ! -path "*/locale/en/*" -exec rm -r {} + \
    && strip --strip-unneeded llvmlite/binding/libllvmlite.so uvloop/loop.*.so
WORKDIR /app
COPY . ./
RUN DATA_DIR=/built /venv/bin/python manage.py collectstatic --no-input --verbosity 0
RUN /venv/bin/pip uninstall --yes tree-sitter tree-sitter-javascript pip \
    && /venv/bin/python -m compileall -q games yachtsite \
    && chmod -R a+rX /app /built/static

FROM ${BASE}
# What pg_dump and pg_restore need, for backups of PostgreSQL.
RUN apt-get update \
    && apt-get install --no-install-recommends --yes liblz4-1 libpq5 libzstd1 zlib1g \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
    && useradd --system --no-create-home --uid 10001 yacht \
    && install --directory --owner=10001 --group=10001 --mode=700 /data /data/backups /data/static \
    && install --directory --owner=10001 --group=10001 /files \
    && install --directory --mode=1777 /run/postgresql
# They are never older than the server.
COPY --from=packages /usr/lib/postgresql/17/bin/pg_dump /usr/lib/postgresql/17/bin/pg_restore /usr/local/bin/
COPY --from=builder /venv /venv
COPY --from=solver /solver /solver
COPY --from=builder /built/static /app/collected
COPY --from=builder /app /app
WORKDIR /app
# Everything that the site writes is in /data. COLLECTED_FILES is copied there at each start.
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DATA_DIR=/data BACKUP_DIR=/data/backups LEGAL_DIR=/data/legal COLLECTED_FILES=/app/collected \
    SOLVER_TABLES=/solver/tables NUMBA_CACHE_DIR=/solver/compiled NUMBA_CPU_NAME=generic
VOLUME /data
# A number: Kubernetes cannot tell whether a name is root.
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=3)"]
CMD ["python", "manage.py", "start", "--host", "0.0.0.0", "--port", "8000"]
