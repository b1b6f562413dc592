# Debian 13: its PostgreSQL has the version of the server in docker-compose.yml.
FROM python:3.11-slim-trixie

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
# docker-compose.yml runs the proxy as the same account.
RUN useradd --system --no-create-home --uid 10001 yacht
# pg_dump and pg_restore for `manage.py backup`: never older than the server.
RUN apt-get update \
    && apt-get install --no-install-recommends --yes postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/*

COPY requirements.lock ./
RUN pip install --disable-pip-version-check --require-hashes --requirement requirements.lock

COPY . ./
RUN python -m compileall -q games yachtsite
RUN SECRET_KEY=only-for-this-step python manage.py collectstatic --no-input --verbosity 0
RUN mkdir var/cache var/backups && chown -R yacht var

# Tables of perfect play and compiled code. Volumes mounted in var belong to the user.
ENV SOLVER_DIR=/app/var/cache/solver NUMBA_CACHE_DIR=/app/var/cache/numba
USER yacht
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
