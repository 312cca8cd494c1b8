# Each start of Postgres in docker/compose.yaml, and in all-in-one of the chart once its passwords were rotated. Its data
# has the passwords of an earlier start; prepare-database sets those of the services.
set -e
# Of a variable, or of a file.
quoted() { printf %s "${!1:-$(cat "/run/secrets/$1")}" | sed "s/'/''/g"; }
if [ -s "$PGDATA/PG_VERSION" ]; then
  # Alone in the data, before anyone may connect.
  postgres --single -D "$PGDATA" postgres > /dev/null << SQL
alter role postgres password '$(quoted POSTGRES_PASSWORD)'
alter role keycloak password '$(quoted KEYCLOAK_DB_PASSWORD)'
SQL
fi
exec docker-entrypoint.sh "$@"
