import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connectNatsBus } from '../bus/nats.js';
import { createLog } from '../log/log.js';
import { describeWith, eventually } from '../testing/index.js';

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const hooks = join(import.meta.dirname, '../../../../tests/harness/source-hooks.mjs');

/** A whole service as source text: it answers `spec.echo` and prints a line when it is closed. */
const PROGRAM = `
  import { startService } from '@earworm/service-kit/bootstrap';
  import { loadConfig } from '@earworm/service-kit/config';
  import { z } from 'zod';
  class SpecModule {}
  await startService({
    name: 'spec',
    load: (env) => loadConfig(z.object({ SPEC_WORD: z.string(), SPEC_NUMBER: z.string() }), env),
    module: (kit, config) => ({
      module: SpecModule,
      providers: [{ provide: 'work', useFactory: () => {
        kit.bus.subscribe('spec.echo', (message) => message.respond(Buffer.from(config.SPEC_WORD)));
        return { onApplicationShutdown: () => kit.log.info('goodbye') };
      } }],
    }),
  });`;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0)) await each();
});

function start(env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--experimental-transform-types', '--import', hooks, '--input-type=module', '-e', PROGRAM],
    {
      env: { PATH: process.env['PATH'], ...env },
      cwd: import.meta.dirname,
    },
  );
  undo.push(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  return { child, output: () => output, exit: once(child, 'close').then(([code]) => code as number | null) };
}

describe('a service with a wrong configuration', () => {
  it('lists what the process and the service miss in one message and exits with 1', async () => {
    const { exit, output } = start({ NATS_URL: 'http://nats', HEALTH_PORT: 'x' });
    expect(await exit).toBe(1);
    for (const variable of ['NATS_URL', 'HEALTH_PORT', 'SPEC_WORD', 'SPEC_NUMBER'])
      expect(output()).toContain(`${variable}: `);
    expect(output()).not.toContain('    at ');
  });
});

describe('a service that waits for its servers', () => {
  it('ends with 0 on SIGTERM', async () => {
    const healthPort = String(await freePort());
    const env = { NATS_URL: `nats://127.0.0.1:${await freePort()}`, SPEC_WORD: 'hello', SPEC_NUMBER: '1' };
    const service = start({ ...env, HEALTH_PORT: healthPort });
    await eventually(async () => expect((await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).status).toBe(503));
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });
});

describeWith('nats', 'a service in a separate process', (natsUrl) => {
  const env = { NATS_URL: natsUrl, SPEC_WORD: 'hello', SPEC_NUMBER: '1' };

  it('works, shows its health, and closes its module on SIGTERM before it exits with 0', async () => {
    const port = await freePort();
    const service = start({ ...env, HEALTH_PORT: String(port) });
    const bus = await connectNatsBus({ url: natsUrl, log: createLog('spec', { level: 'silent' }) });
    undo.push(() => bus.drain());
    const reply = await eventually(() => bus.request('spec.echo', Buffer.from(''), 500));
    expect(Buffer.from(reply).toString()).toBe('hello');
    const ready = await eventually(() => fetch(`http://127.0.0.1:${port}/health/ready`));
    expect(await ready.json()).toMatchObject({ ready: true, checks: [{ name: 'bus', ok: true }] });
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
    expect(service.output()).toContain('"msg":"goodbye"');
    expect(await bus.request('spec.echo', Buffer.from(''), 500).catch((error: Error) => error.message)).toBe(
      'bus: no-responders',
    );
  }, 60_000);

  it('reports that its health port is in use, and exits with 1', async () => {
    const port = new URL(natsUrl).port;
    const { exit, output } = start({ ...env, HEALTH_PORT: port });
    expect(await exit).toBe(1);
    expect(output()).toContain(`Port ${port} is already in use`);
  });
});
