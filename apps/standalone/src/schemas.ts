import { MIGRATIONS as feedback } from '@earworm/feedback/migrations';
import { MIGRATIONS as game } from '@earworm/game/migrations';
import { MIGRATIONS as identity } from '@earworm/identity/migrations';
import { MIGRATIONS as library } from '@earworm/library/migrations';
import { MIGRATIONS as shows } from '@earworm/shows/migrations';
import { MIGRATIONS as telemetry } from '@earworm/telemetry/migrations';

/** The services with a database: each has a schema and a role of its name. */
export const SCHEMAS = ['game', 'library', 'identity', 'telemetry', 'feedback', 'shows'] as const;
export type Schema = (typeof SCHEMAS)[number];

/** Oldest first. */
export const MIGRATIONS = { game, library, identity, telemetry, feedback, shows };

export type Migration = new () => { readonly name?: string };

/** As it is stored in its schema. */
export const nameOf = (migration: Migration): string => new migration().name ?? migration.name;

export function migrationNames(): Record<Schema, string[]> {
  const names = SCHEMAS.map((schema) => [schema, MIGRATIONS[schema].map(nameOf)] as const);
  return Object.fromEntries(names) as Record<Schema, string[]>;
}
