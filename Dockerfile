FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
# docker-compose.yml runs the proxy as the same account.
RUN useradd --system --no-create-home --uid 10001 yacht

COPY requirements.lock ./
RUN pip install --disable-pip-version-check --require-hashes --requirement requirements.lock

COPY . ./
RUN python -m compileall -q games yachtsite
RUN SECRET_KEY=only-for-this-step python manage.py collectstatic --no-input --verbosity 0
RUN mkdir var/cache && chown -R yacht var

# Tables of perfect play and compiled code: a volume mounted here belongs to the user.
ENV SOLVER_DIR=/app/var/cache/solver NUMBA_CACHE_DIR=/app/var/cache/numba
USER yacht
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
