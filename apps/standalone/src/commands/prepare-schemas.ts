import { ConfigError, type Env } from '@earworm/service-kit/config';
import { describeDatabaseError, openDataSource, provisionSchemas, retryWhileDown } from '@earworm/service-kit/postgres';
import { type Migration, MIGRATIONS, type Schema, SCHEMAS } from '../schemas.js';
import { loadPrepareConfig, type PrepareConfig } from './prepare-database.config.js';

const TRY_AGAIN_MS = 500;
const POSTGRES_PORT = 5432;

/** Creates the services' roles and schemas and migrates them. Idempotent. Returns the exit code. */
export async function prepareDatabase(env: Env, print: (line: string) => void): Promise<number> {
  let database = 'The database';
  try {
    const config = loadPrepareConfig(env);
    database = `The database at ${addressOf(config.DATABASE_URL)}`;
    await prepareSchemas(config, print);
    return 0;
  } catch (error) {
    print(`${database} cannot be prepared: ${reasonOf(error)}`);
    return 1;
  }
}

/** Host and port alone: the URL has a password. */
function addressOf(databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl);
  return `${hostname}:${port || POSTGRES_PORT}`;
}

/** As `prepareDatabase`, up to the given migrations. Rejects when it fails. */
export async function prepareSchemas(
  config: PrepareConfig,
  print: (line: string) => void,
  migrationsOf: (schema: Schema) => readonly Migration[] = (schema) => MIGRATIONS[schema],
): Promise<void> {
  const passwords: Record<Schema, string> = {
    game: config.GAME_DB_PASSWORD,
    library: config.LIBRARY_DB_PASSWORD,
    identity: config.IDENTITY_DB_PASSWORD,
    telemetry: config.TELEMETRY_DB_PASSWORD,
    feedback: config.FEEDBACK_DB_PASSWORD,
    shows: config.SHOWS_DB_PASSWORD,
  };
  let printed: string | undefined;
  const urls = await retryWhileDown(
    { upWithinMs: config.DATABASE_WITHIN_SECONDS * 1_000, tryAgainMs: TRY_AGAIN_MS },
    () => provisionSchemas(config.DATABASE_URL, SCHEMAS, (schema) => passwords[schema]),
    (error) => {
      const reason = describeDatabaseError(error);
      if (reason !== printed) print(`Waiting for the database at ${addressOf(config.DATABASE_URL)}: ${reason}`);
      printed = reason;
    },
  );
  for (const schema of SCHEMAS) {
    const migrations = [...migrationsOf(schema)];
    const source = await openDataSource({ url: urls[schema], schema, entities: [], migrations, poolSize: 2 });
    await source.destroy();
    print(`The schema ${schema} is up to date.`);
  }
}

function reasonOf(error: unknown): string {
  const reason =
    error instanceof ConfigError
      ? error.problems.map(({ variable, reason: problem }) => `${variable} ${problem}`).join('; ')
      : describeDatabaseError(error);
  return reason.replaceAll(/\s*\n\s*/g, ' ');
}
