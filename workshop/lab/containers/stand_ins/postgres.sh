# What the image of postgres does at its first start, for the variables of docker-compose.yml, that of
# 1.0.0 included: its socket needs no password, its address one, unless the method is `trust`.
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" >"$password"
  initdb --username="$POSTGRES_USER" --encoding=UTF8 --pwfile="$password"
  rm "$password"
  echo "host all all all ${POSTGRES_HOST_AUTH_METHOD:-scram-sha-256}" >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | postgres --single -j postgres
fi
exec "$@"
