# Each start of Postgres in docker/compose.yaml, and in all-in-one of the chart. Its data has the passwords of an earlier
# start; prepare-database sets those of the services.
set -eo pipefail
# Of a variable, or of a file.
quoted() {
  local value="${!1:-}"
  if [ -z "$value" ]; then value=$(cat "/run/secrets/$1"); fi
  if [ -z "$value" ]; then
    echo "$1 is empty: Postgres does not start without it." >&2
    return 1
  fi
  printf %s "$value" | sed "s/'/''/g"
}
if [ -s "$PGDATA/PG_VERSION" ]; then
  admin=$(quoted POSTGRES_PASSWORD)
  keycloak=$(quoted KEYCLOAK_DB_PASSWORD)
  # Alone in the data, before anyone may connect. A statement that fails is not logged, as it has a password.
  postgres --single -D "$PGDATA" -c log_min_error_statement=panic postgres > /dev/null << SQL
alter role postgres password '$admin'
alter role keycloak password '$keycloak'
SQL
fi
exec docker-entrypoint.sh "$@"
