import { describe, expect, it } from '@jest/globals';
import { HealthChecks, HealthLog } from './health-checks.js';

describe('health log', () => {
  it('writes one line for each change, and none while nothing changes', async () => {
    const health = new HealthChecks();
    const lines: string[] = [];
    const write = (_: object, message: string) => void lines.push(message);
    const log = new HealthLog(health, { info: write, warn: write } as ConstructorParameters<typeof HealthLog>[1]);
    const fails = (reason: string) => () => Promise.reject(new Error(reason));
    health.add('start', fails('still starting'));
    health.add('database', fails('it cannot be reached'));
    await log.look();
    await log.look();
    expect(lines).toEqual(['database: it cannot be reached']);
    health.add('database', fails('the password is not accepted'));
    await log.look();
    health.add('database', () => 1);
    await log.look();
    await log.look();
    expect(lines.slice(1)).toEqual(['database: the password is not accepted', 'database: works again']);
  });
});
