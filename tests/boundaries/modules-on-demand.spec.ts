import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../harness/root.js';

/** Prints the packages that importing a file loads. */
const PRINT_PACKAGES = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const found = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (found) packages.add(found);
      return next(url, context);
    },
  });
  await import(process.env.FILE);
  console.log(JSON.stringify([...packages]));
  process.exit(0);`;

async function packagesOf(app: string): Promise<string[]> {
  const env = { ...process.env, NODE_OPTIONS: '', FILE: join(ROOT, 'apps', app, 'dist', `${app}.module.js`) };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PRINT_PACKAGES], {
    env,
  });
  return JSON.parse(stdout) as string[];
}

const SERVICES = ['feedback', 'game', 'gateway', 'identity', 'library', 'rate-limit', 'shows', 'telemetry'];

const PRINT_BUILT_IN = `data:text/javascript,${encodeURIComponent(`
  process.on('exit', () => process.stderr.write('LOADED ' + process.moduleLoadList.join() + '\\n'));`)}`;

/** What a service has loaded of Node when it ends because its configuration is missing. */
function builtInModulesOf(app: string): string[] {
  const program = join(ROOT, 'apps', app, 'dist', 'main.js');
  const { status, stderr } = spawnSync(process.execPath, [`--import=${PRINT_BUILT_IN}`, program], { env: {} });
  expect(status).toBe(1);
  return /^LOADED (.*)$/m.exec(stderr.toString())?.[1]?.split(',') ?? [];
}

/** Each takes megabytes of a process that may never use it. */
const ON_DEMAND =
  /^(redis|@redis\/.*|minio|nats|nodemailer|sharp|keycloak-js|oidc-provider|koa|@opentelemetry\/(sdk|exporter|core).*)$/;

describe('the modules that a service loads before its configuration is known', () => {
  it.each(SERVICES)('%s loads no client of a server that may not be configured', async (app) => {
    const packages = await packagesOf(app);
    expect(packages).toContain('@nestjs/core');
    expect(packages.filter((name) => ON_DEMAND.test(name))).toEqual([]);
  });

  it('the gateway needs no database', async () => {
    expect(await packagesOf('gateway')).not.toContain('typeorm');
  });

  it.each(SERVICES)('%s loads no client of `fetch`', (app) => {
    const modules = builtInModulesOf(app);
    expect(modules).toContain('NativeModule http');
    expect(modules.filter((name) => name.includes('undici'))).toEqual([]);
  });
});
