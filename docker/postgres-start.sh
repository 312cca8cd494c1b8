# Each start of Postgres in docker/compose.yaml and in all-in-one of the chart. Its data has the passwords of an earlier
# start, which may have been rotated; prepare-database sets those of the services.
set -e
quoted() { sed "s/'/''/g" "/run/secrets/$1"; }
if [ -s "$PGDATA/PG_VERSION" ]; then
  # Alone in the data, before anyone may connect.
  postgres --single -D "$PGDATA" postgres > /dev/null << SQL
alter role postgres password '$(quoted POSTGRES_PASSWORD)'
alter role keycloak password '$(quoted KEYCLOAK_DB_PASSWORD)'
SQL
fi
exec docker-entrypoint.sh "$@"
