import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { describe, expect, it } from '@jest/globals';
import { probesOf } from './probes.js';

const log = createLog('standalone', { level: 'silent' });
const kitOf = (name: string) => makeKit({ name, bus: createInProcessBus({ log }), log });
const away = () => Promise.reject(new Error('away'));

describe('the readiness of a process with several services', () => {
  it('is degraded when one of them has less, and no less ready', async () => {
    const [game, library] = [kitOf('game'), kitOf('library')];
    const { health } = probesOf([game, library]);
    expect(await health.ready()).toMatchObject({ ready: true, degraded: false });
    library.health.add('disk space', away, { optional: true });
    expect(await health.ready()).toMatchObject({ ready: true, degraded: true });
  });

  it('is gone when one of them lacks what it needs', async () => {
    const [game, library] = [kitOf('game'), kitOf('library')];
    const { health } = probesOf([game, library]);
    game.health.add('postgres', away);
    expect(await health.ready()).toMatchObject({ ready: false, degraded: false });
  });
});
