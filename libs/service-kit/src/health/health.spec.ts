import { afterEach, describe, expect, it } from '@jest/globals';
import { createMetrics } from '../metrics.js';
import { HealthChecks } from './health-checks.js';
import { startHealthServer } from './health-server.js';

describe('health port', () => {
  const health = new HealthChecks();
  const undo: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const each of undo.splice(0)) await each();
  });

  async function get(path: string) {
    const server = await startHealthServer({ port: 0, host: '127.0.0.1' }, { health, metrics: createMetrics('spec') });
    undo.push(server.close);
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return { status: response.status, text: await response.text() };
  }

  it('reports the process as live even while a check fails', async () => {
    undo.push(health.add('database', () => Promise.reject(new Error('away'))));
    expect((await get('/health/live')).status).toBe(200);
  });

  it('reports the process as ready when every check passes', async () => {
    undo.push(health.add('database', () => 1));
    expect(await get('/health/ready')).toEqual({
      status: 200,
      text: expect.stringContaining('"ready":true,"degraded":false,"checks":[{"name":"database","ok":true'),
    });
  });

  it('reports the process as not ready when one check fails, and names it without the reason', async () => {
    undo.push(health.add('bus', () => 1));
    undo.push(
      health.add('database', () => {
        throw new Error('db-7.internal refused');
      }),
    );
    const { status, text } = await get('/health/ready');
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ ready: false, checks: [{ ok: true }, { name: 'database', ok: false }] });
    expect(text).not.toContain('internal');
    expect((await health.ready()).checks[1]).toMatchObject({ reason: 'db-7.internal refused' });
  });

  it('reports the process as ready but degraded while an optional check fails', async () => {
    undo.push(health.add('database', () => 1));
    undo.push(health.add('objects', () => Promise.reject(new Error('away')), { optional: true }));
    const { status, text } = await get('/health/ready');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      ready: true,
      degraded: true,
      checks: [
        { name: 'database', ok: true },
        { name: 'objects', ok: false, optional: true },
      ],
    });
  });

  it('fails a check that takes longer than two seconds', async () => {
    undo.push(health.add('database', () => new Promise(() => undefined)));
    expect((await health.ready()).checks).toEqual([
      { name: 'database', ok: false, ms: expect.any(Number), reason: 'no answer within 2000 ms' },
    ]);
  });

  it('shows the process’s metrics under the service’s name', async () => {
    expect((await get('/metrics')).text).toMatch(/nodejs_eventloop_lag_seconds\{service="spec"\} /);
  });

  it('reports in one sentence that its port is in use or its address is not of this machine', async () => {
    const parts = { health, metrics: createMetrics('spec') };
    const taken = await startHealthServer({ port: 0, host: '127.0.0.1' }, parts);
    undo.push(taken.close);
    const { port } = taken;
    await expect(startHealthServer({ port, host: '127.0.0.1' }, parts)).rejects.toThrow(
      `Port ${port} is already in use: choose another one with HEALTH_PORT, or 0 for none.`,
    );
    await expect(startHealthServer({ port: 0, host: '203.0.113.7' }, parts)).rejects.toThrow(
      'This machine has no address 203.0.113.7: choose one that it has with HEALTH_HOST.',
    );
  });

  it('answers 404 to every other path', async () => {
    expect((await get('/')).status).toBe(404);
  });

  it('reports the process as not ready once it is stopping', async () => {
    const leaving = new HealthChecks();
    leaving.refuse('stopping');
    expect((await leaving.ready()).ready).toBe(false);
  });
});
