import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS as feedback } from '@earworm/feedback/migrations';
import { MIGRATIONS as game } from '@earworm/game/migrations';
import { MIGRATIONS as identity } from '@earworm/identity/migrations';
import { MIGRATIONS as library } from '@earworm/library/migrations';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { MIGRATIONS as shows } from '@earworm/shows/migrations';
import { MIGRATIONS as telemetry } from '@earworm/telemetry/migrations';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Schema, SCHEMAS } from './schemas.js';

const ROOT = join(import.meta.dirname, '../../..');
const MIGRATIONS = { game, library, identity, telemetry, feedback, shows };

/** Tables without an entity, each with a file of the SQL that reads or writes it. */
const SQL_TABLES: Record<Schema, Record<string, string>> = {
  game: {
    code: 'apps/game/src/codes/codes.sql.ts',
    erasure: 'apps/game/src/erasure/erasure.sql.ts',
    event: 'apps/game/src/log/log.sql.ts',
    game: 'apps/game/src/log/log.sql.ts',
    snapshot: 'apps/game/src/log/log.sql.ts',
    stage_key: 'apps/game/src/codes/codes.sql.ts',
  },
  library: {
    checkpoint: 'libs/projections/src/projections.sql.ts',
    clip_sweep: 'apps/library/src/clips/sweep-clips.ts',
    crew_member: 'apps/library/src/history/history.sql.ts',
    erased_game: 'libs/projections/src/projections.sql.ts',
    frozen_result: 'apps/library/src/standings/results.sql.ts',
    game: 'apps/library/src/history/history.sql.ts',
    game_aside: 'libs/projections/src/projections.sql.ts',
    game_clip: 'apps/library/src/clips/sweep-clips.ts',
    moved_user: 'apps/library/src/moves/moves.sql.ts',
    participant: 'apps/library/src/history/history.sql.ts',
    score_change: 'apps/library/src/history/history.sql.ts',
    team: 'apps/library/src/history/history.sql.ts',
    template_category: 'apps/library/src/templates/templates.sql.ts',
    template_tally: 'apps/library/src/templates/templates.sql.ts',
    template_use: 'apps/library/src/templates/templates.sql.ts',
    verdict: 'apps/library/src/history/history.sql.ts',
  },
  identity: {
    assertion_key: 'apps/identity/src/providers/keycloak/keycloak.sql.ts',
    audit_entry: 'apps/identity/src/audit/audit.sql.ts',
    audit_outcome: 'apps/identity/src/audit/audit.sql.ts',
    keycloak_account: 'apps/identity/src/providers/keycloak/keycloak.sql.ts',
    keycloak_events: 'apps/identity/src/providers/keycloak/keycloak.sql.ts',
    keycloak_guest: 'apps/identity/src/providers/keycloak/guests.sql.ts',
    known_device: 'apps/identity/src/accounts/accounts.sql.ts',
    person_erasure: 'apps/identity/src/erasures/erasures.sql.ts',
    revocation: 'apps/identity/src/tokens/tokens.sql.ts',
  },
  telemetry: {
    checkpoint: 'libs/projections/src/projections.sql.ts',
    erased_game: 'libs/projections/src/projections.sql.ts',
    error_group: 'apps/telemetry/src/errors/errors.sql.ts',
    error_log: 'apps/telemetry/src/errors/errors.sql.ts',
    error_user: 'apps/telemetry/src/errors/errors.sql.ts',
    game: 'apps/telemetry/src/facts/facts.sql.ts',
    game_aside: 'libs/projections/src/projections.sql.ts',
    game_figures: 'apps/telemetry/src/tally/tally.sql.ts',
    game_question: 'apps/telemetry/src/facts/facts.sql.ts',
    game_question_tally: 'apps/telemetry/src/analytics/analytics.sql.ts',
    game_verdict: 'apps/telemetry/src/facts/facts.sql.ts',
    quarter_figures: 'apps/telemetry/src/tally/tally.sql.ts',
    question: 'apps/telemetry/src/analytics/analytics.sql.ts',
    question_tally: 'apps/telemetry/src/analytics/analytics.sql.ts',
    taken_report: 'apps/telemetry/src/tally/tally.sql.ts',
    tally: 'apps/telemetry/src/tally/tally.sql.ts',
    user_session: 'apps/telemetry/src/sessions/sessions.sql.ts',
  },
  feedback: {
    cooldown: 'apps/feedback/src/feedback/submit.ts',
    upload: 'apps/feedback/src/screenshots/screenshots.ts',
  },
  shows: {},
};

type EntityClass = new () => object;
type DataSource = Awaited<ReturnType<typeof openDataSource>>;

async function entitiesOf(schema: Schema): Promise<EntityClass[]> {
  const files = globSync(`apps/${schema}/src/**/*.entity.ts`, { cwd: ROOT }).sort();
  const modules = await Promise.all(files.map((file) => import(join(ROOT, file)) as Promise<Record<string, unknown>>));
  return modules.flatMap(Object.values).filter((each): each is EntityClass => typeof each === 'function');
}

describe('SQL of identity and telemetry', () => {
  const sources = globSync('apps/{identity,telemetry}/src/**/*.ts', { cwd: ROOT }).filter(
    (path) => !/\.(spec|sql)\.ts$|\/(migrations|testing)\//.test(path),
  );
  const STATEMENT = /[`'"](select|insert into|delete from|with|on conflict|lock table)\s|[`'"]update \w+ set\s/i;

  it.each(sources)('allows no statement in %s, only in files *.sql.ts', (path) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).not.toMatch(STATEMENT);
  });
});

describeWith('postgres', 'entity mapping of the services', () => {
  let stored: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    stored = await freshDatabase();
  });
  afterAll(() => stored?.drop());

  async function withSchema(schema: Schema, work: (source: DataSource) => Promise<void>): Promise<void> {
    const [entities, migrations] = [await entitiesOf(schema), MIGRATIONS[schema]];
    const source = await openDataSource({ url: stored.url, schema, entities, migrations });
    await work(source).finally(() => source.destroy());
  }

  it.each(SCHEMAS)('matches the migrated tables of %s: the schema builder would change nothing', (schema) =>
    withSchema(schema, async (source) => {
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
    }),
  );

  it.each(SCHEMAS)('covers every table of %s together with the listed SQL files', (schema) =>
    withSchema(schema, async (source) => {
      const tables = await source.query<{ name: string }[]>(
        'select tablename as name from pg_tables where schemaname = $1 order by 1',
        [schema],
      );
      const mapped = source.entityMetadatas.map(({ tableName }) => tableName);
      const owned = Object.entries(SQL_TABLES[schema]);
      expect([...mapped, ...owned.map(([table]) => table), 'migrations'].sort()).toEqual(
        tables.map(({ name }) => name),
      );
      for (const [table, file] of owned)
        expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(new RegExp(`\\b${table}\\b`));
    }),
  );
});
