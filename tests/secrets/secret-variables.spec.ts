import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, isSecret, loadConfig } from '@earworm/service-kit/config';
import { objectsVariables, requireObjectKeys } from '@earworm/service-kit/objects';
import { z } from 'zod';
import { ROOT } from '../harness/root.js';

/** Every variable that is a secret, or a URL that may carry one. A new one is marked in its schema and listed here. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  backup: ['DATABASE_URL', 'KEYCLOAK_DATABASE_URL', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  feedback: ['DATABASE_URL', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  game: ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  gateway: [],
  identity: ['ADMIN_PASSWORD', 'DATABASE_URL', 'KEYCLOAK_CLIENT_SECRET', 'SMTP_URL'],
  library: ['DATABASE_URL', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  'prepare-database': [
    'DATABASE_URL',
    'FEEDBACK_DB_PASSWORD',
    'GAME_DB_PASSWORD',
    'IDENTITY_DB_PASSWORD',
    'LIBRARY_DB_PASSWORD',
    'SHOWS_DB_PASSWORD',
    'TELEMETRY_DB_PASSWORD',
  ],
  process: ['NATS_URL'],
  'rate-limit': ['REDIS_URL'],
  shows: ['DATABASE_URL', 'MINIO_ACCESS_KEY', 'MINIO_SECRET_KEY'],
  standalone: ['DATABASE_URL'],
  sync: ['KEYCLOAK_ADMIN_CLIENT_SECRET', 'KEYCLOAK_ADMIN_PASSWORD', 'KEYCLOAK_CLIENT_SECRET', 'SMTP_URL'],
  telemetry: ['DATABASE_URL'],
};
const NAMED_LIKE_SECRETS = /(PASSWORD|SECRET|CREDENTIALS?|_KEY|_TOKEN)$/;
const PASSWORD = 'hunter2-hunter2';
const URLS = ['postgres', 'redis', 'nats', 'smtp'].map((scheme) => `${scheme}://user:${PASSWORD}@host/`);

const files = globSync('{apps,libs}/*/src/**/{*.config,process.config}.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('objects.config.ts'),
);
const schemas = await Promise.all(
  files.map(async (file) => {
    const loaded = (await import(pathToFileURL(join(ROOT, file)).href)) as { variables?: z.ZodObject };
    const name = /([\w-]+)\.config\.ts$/.exec(file)?.[1] ?? file;
    return { name, variables: loaded.variables ?? z.object({}) };
  }),
);
const takes = (schema: z.ZodType, text: string) => schema.safeParse(text).success;
const shapeOf = ({ variables }: (typeof schemas)[number]) => Object.entries<z.ZodType>(variables.shape);

describe('secret variables', () => {
  it('carry their mark in the schema of their service, and no others do', () => {
    const marked = schemas.map((each) => [
      each.name,
      shapeOf(each)
        .filter(([, schema]) => isSecret(schema))
        .map(([variable]) => variable)
        .toSorted(),
    ]);
    expect(Object.fromEntries(marked)).toEqual(SECRETS);
  });

  it.each(schemas)('include all those of $name that are named like one or take a URL with a password', (each) => {
    const takesPassword = (schema: z.ZodType) =>
      !['text', 'https://host'].some((text) => takes(schema, text)) && URLS.some((url) => takes(schema, url));
    const unmarked = shapeOf(each).filter(
      ([variable, schema]) => !isSecret(schema) && (NAMED_LIKE_SECRETS.test(variable) || takesPassword(schema)),
    );
    expect(unmarked.map(([variable]) => variable)).toEqual([]);
  });

  it.each(schemas)('receive no default in $name', (each) => {
    const defaults = shapeOf(each)
      .filter(([, schema]) => isSecret(schema))
      .filter(([, schema]) => (schema.safeParse(undefined).data ?? null) !== null);
    expect(defaults).toEqual([]);
  });

  it.each(schemas)('never appear in the error of $name about a wrong one', ({ name, variables }) => {
    for (const value of [
      `mysql://user:${PASSWORD}@host/`,
      `mysql://user:${PASSWORD}@:bad:host/`,
      PASSWORD.slice(0, 5),
    ]) {
      const env = Object.fromEntries((SECRETS[name] ?? []).map((variable) => [variable, value]));
      expect(messageOf(() => loadConfig(variables, env))).not.toContain(PASSWORD.slice(0, 5));
    }
  });

  it('become required for a MinIO once its address is set', () => {
    const schema = z.object(objectsVariables).superRefine(requireObjectKeys);
    const MINIO_ENDPOINT = 'http://minio:9000';
    const message = messageOf(() => loadConfig(schema, { MINIO_ENDPOINT }));
    expect(message).toMatch(/MINIO_ACCESS_KEY: is needed.*\n.*MINIO_SECRET_KEY: is needed/);
    expect(loadConfig(schema, { MINIO_ENDPOINT, MINIO_ACCESS_KEY: 'key', MINIO_SECRET_KEY: 'secret' })).toBeDefined();
    expect(loadConfig(schema, {}).MINIO_ENDPOINT).toBeUndefined();
  });
});

function messageOf(load: () => unknown): string {
  try {
    load();
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** `password: value`, `"secret": "value"`, `SECRET_KEY=value` and the like, as the files of a deployment write it. */
const ASSIGNED = /["']?\b([\w-]*(?:password|secret|_key|token))["']?\s*[:=]\s*["']?([^"'\s,]+)/gi;
/** Filled in from the environment or from a secret of the cluster. */
const PLACEHOLDER = /^(\$|\{\{|<|\.\.\.|true|false|null|\d+$)/;

describe('files of a deployment', () => {
  const deployed = globSync('deploy/**/*.{json,yaml,yml,conf,env,sh,mjs}', { cwd: ROOT });

  it('contain no password, key or secret, only where it comes from', () => {
    const found = deployed.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(ASSIGNED)]
        .filter(([, , value = '']) => !PLACEHOLDER.test(value))
        .map(([text]) => `${file}: ${text}`),
    );
    expect(deployed.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});
