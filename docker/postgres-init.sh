# The first start of Postgres in docker/compose.yaml and in all-in-one of the chart: Keycloak's own database.
# prepare-database makes the rest.
psql -v ON_ERROR_STOP=1 -q -U postgres -d postgres \
  -v password="${KEYCLOAK_DB_PASSWORD:-$(cat /run/secrets/KEYCLOAK_DB_PASSWORD)}" <<'SQL'
create role keycloak login password :'password';
create database keycloak owner keycloak;
SQL
