import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { ConfigError, databaseVariables, type Env, loadConfig } from '@earworm/service-kit/config';
import { z } from 'zod';
import { ROOT } from '../harness/root.js';
import { describeWithHelm, rendered, SET_NAMES } from './support/helm.js';
import { component, type Container, type Manifest, of, podsOf } from './support/manifests.js';

interface Config {
  readonly variables: z.ZodObject;
  readonly [load: string]: unknown;
}

/** What the secrets hold here. */
const VALUES: Readonly<Record<string, string>> = {
  KEYCLOAK_DATABASE_URL: 'postgres://postgres:word@db.example.org/keycloak',
  SMTP_URL: 'smtps://quiz:word@mail.example.org',
};
const WORD = 'any:ch@racter/of?these#%41 ${HOME},ü';

/** As the kubelet hands them to the process. */
function environmentOf({ env = [] }: Container): Record<string, string> {
  const result: Record<string, string> = {};
  for (const { name, value, valueFrom } of env) {
    expect(result).not.toHaveProperty(name);
    result[name] = valueFrom
      ? (VALUES[valueFrom.secretKeyRef.key] ?? WORD)
      : (value ?? '').replace(/\$\((\w+)\)/g, (reference, other: string) => result[other] ?? reference);
  }
  return result;
}

async function configAt(pattern: string): Promise<Config> {
  const [file = ''] = globSync(pattern, { cwd: ROOT });
  return (await import(pathToFileURL(join(ROOT, file)).href)) as Config;
}

function problemsOf(config: Config, env: Env): string[] {
  const load = Object.entries(config).find(([name]) => /^load\w*Config$/.test(name))?.[1] as (env: Env) => unknown;
  try {
    load(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ variable, reason }) => `${variable} ${reason}`);
  }
}

const containersIn = (manifests: readonly Manifest[], kind: string): [string, Container][] =>
  of(manifests, kind).flatMap((manifest) =>
    manifest.spec.template.spec.containers.map((container): [string, Container] => [component(manifest), container]),
  );

/** Of the chart's own, which others refer to. */
const PARTS = [
  'NATS_PASSWORD',
  'DB_PASSWORD',
  'REDIS_PASSWORD',
  'POSTGRES_ADMIN_PASSWORD',
  'NODE_EXTRA_CA_CERTS',
  'NODE_ENV',
];

const JOBS: Readonly<Record<string, string>> = {
  'keycloak-sync': 'apps/identity/src/realm/sync.config.ts',
  'prepare-database': 'apps/standalone/src/commands/prepare-database.config.ts',
};

describeWithHelm('environment variables set by the chart', () => {
  it.each(SET_NAMES)('satisfy each service, which knows all of them, for: %s', async (set) => {
    const process = await configAt('libs/service-kit/src/bootstrap/process.config.ts');
    const containers = containersIn(await rendered({ set }), 'Deployment');
    expect(containers).toHaveLength(8);
    for (const [name, container] of containers) {
      const own = await configAt(`apps/${name}/src/${name}.config.ts`);
      const env = environmentOf(container);
      expect([name, ...problemsOf(process, env), ...problemsOf(own, env)]).toEqual([name]);
      const names = [...Object.keys(process.variables.shape), ...Object.keys(own.variables.shape), ...PARTS];
      expect([name, ...Object.keys(env).filter((variable) => !names.includes(variable))]).toEqual([name]);
      for (const [variable, value] of Object.entries(env)) expect([variable, value]).not.toContain('$(');
    }
  });

  it.each(['own servers', 'every option', 'all in one'] as const)(
    'satisfy both Jobs, which know all of them, for: %s',
    async (set) => {
      // Of backups there is a CronJob as well, with the same variables.
      const jobs = containersIn(await rendered({ set }), 'Job').filter(([name]) => name !== 'backup');
      expect(jobs.map(([name]) => name)).toEqual(Object.keys(JOBS));
      for (const [name, container] of jobs) {
        const config = await configAt(JOBS[name] ?? '');
        const env = environmentOf(container);
        expect([name, ...problemsOf(config, env)]).toEqual([name]);
        const names = [...Object.keys(config.variables.shape), ...PARTS];
        expect([name, ...Object.keys(env).filter((variable) => !names.includes(variable))]).toEqual([name]);
      }
    },
  );

  it.each([
    ['own servers', []],
    ['every option', []],
    ['all in one', ['backup.restore=2026-11-28T04-00-00']],
  ] as const)('satisfy the backup, and a restore, for: %s', async (set, values) => {
    const manifests = await rendered({ set, values: ['backup.enabled=true', ...values] });
    const config = await configAt('apps/standalone/src/commands/backup.config.ts');
    const prepare = await configAt(JOBS['prepare-database'] ?? '');
    const own = podsOf(manifests).filter(([name]) => /-(backup|restore-1)$/.test(name));
    expect(own).toHaveLength(1 + values.length);
    for (const [name, { containers }] of own) {
      const env = environmentOf(containers[0]!);
      expect([name, ...problemsOf(config, env), ...problemsOf(prepare, env)]).toEqual([name]);
      const names = [...Object.keys(config.variables.shape), ...Object.keys(prepare.variables.shape), ...PARTS];
      expect([name, ...Object.keys(env).filter((variable) => !names.includes(variable))]).toEqual([name]);
    }
  });

  it('give each service its own database role and NATS user', async () => {
    for (const [name, container] of containersIn(await rendered({ set: 'own servers' }), 'Deployment')) {
      const { NATS_URL, DATABASE_URL } = environmentOf(container);
      const word = '${NATS_PASSWORD}';
      expect(NATS_URL).toBe(`nats://${name}:${word}@nats-0.nats:4222,nats://${name}:${word}@nats-1.nats:4222`);
      if (DATABASE_URL !== undefined)
        expect(DATABASE_URL).toBe(`postgres://${name}:\${DB_PASSWORD}@db.example.org:5432/earworm`);
    }
  });

  it('give the game service a direct database URL with the parameters of the server', async () => {
    const containers = new Map(containersIn(await rendered({ set: 'every option' }), 'Deployment'));
    const { DATABASE_URL, DATABASE_DIRECT_URL } = environmentOf(containers.get('game') as Container);
    expect(DATABASE_URL).toBe('postgres://game:${DB_PASSWORD}@pooler.example.org:5433/earworm?sslmode=verify-full');
    expect(DATABASE_DIRECT_URL).toBe('postgres://game:${DB_PASSWORD}@db.example.org:5433/earworm?sslmode=verify-full');
  });

  it('hand passwords of any character to the services as they are in the Secrets', async () => {
    const game = environmentOf(
      new Map(containersIn(await rendered({ set: 'own servers' }), 'Deployment')).get('game') as Container,
    );
    const urls = z.object({ NATS_URL: z.string(), DATABASE_URL: databaseVariables.DATABASE_URL });
    const { DATABASE_URL: postgres, NATS_URL: nats } = loadConfig(urls, game);
    for (const url of [new URL(postgres), ...nats.split(',').map((each) => new URL(each))])
      expect(decodeURIComponent(url.password)).toBe(WORD);
    expect(new URL(postgres).host).toBe('db.example.org:5432');
  });

  it('lead past a pooler at a port of its own', async () => {
    const manifests = await rendered({ set: 'every option', values: ['postgres.directPort=5432'] });
    const game = environmentOf(new Map(containersIn(manifests, 'Deployment')).get('game') as Container);
    expect(game['DATABASE_URL']).toContain('@pooler.example.org:5433/');
    expect(game['DATABASE_DIRECT_URL']).toContain('@db.example.org:5432/');
    const job = environmentOf(new Map(containersIn(manifests, 'Job')).get('prepare-database') as Container);
    expect(job['DATABASE_URL']).toContain('@db.example.org:5432/');
  });
});
