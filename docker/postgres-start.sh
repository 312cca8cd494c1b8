# Each start of Postgres in docker/compose.yaml. Its data has the passwords of an earlier start, which may have been rotated;
# prepare-database sets those of the services.
set -e
if [ -s "$PGDATA/PG_VERSION" ]; then
  # Alone in the data, before anyone may connect.
  postgres --single -D "$PGDATA" postgres > /dev/null << SQL
alter role postgres password '$(cat /run/secrets/POSTGRES_PASSWORD)'
alter role keycloak password '$(cat /run/secrets/KEYCLOAK_DB_PASSWORD)'
SQL
fi
exec docker-entrypoint.sh "$@"
