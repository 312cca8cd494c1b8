import { afterEach, describe, expect, it } from '@jest/globals';
import { defineCall } from '@earworm/contracts';
import { z } from 'zod';
import { createInProcessHub, type Bus } from '../bus/index.js';
import { createLog, currentIds, idsOf, addRequestIds, runWithRequestIds, traceIdsOf } from './log.js';

const TRACE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;
const call = (subject: string) =>
  defineCall({
    subject,
    request: z.strictObject({ gameId: z.string(), userId: z.string() }),
    reply: z.strictObject({}),
    errors: [],
  });

describe('log line', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('spec', { to: { write: (line) => void lines.push(JSON.parse(line)) } });
  afterEach(() => void lines.splice(0));

  it('contains the ids of its request, also those learned later', async () => {
    await runWithRequestIds({ requestId: 'r1' }, undefined, async () => {
      await new Promise(setImmediate);
      addRequestIds({ userId: 'ada' });
      log.warn({ gameId: 'g1' }, 'one');
    });
    log.warn('two');
    expect(lines).toMatchObject([{ requestId: 'r1', userId: 'ada', gameId: 'g1' }, { msg: 'two' }]);
    expect(lines[1]).not.toHaveProperty('requestId');
  });

  it('contains a trace id only where the trace is recorded', () => {
    expect(traceIdsOf(`${TRACE}-00`)).toEqual({ requestId: 'a'.repeat(32) });
    expect(traceIdsOf(`${TRACE}-01`)).toEqual({ requestId: 'a'.repeat(32), traceId: 'a'.repeat(32) });
    expect(traceIdsOf(undefined)).toEqual({});
  });

  it('names a command by its own id, and its actor', () => {
    const command = {
      commandId: 'c1',
      gameId: 'g1',
      actor: { userId: 'ada', isAdmin: false },
      command: { name: 'Ada' },
    };
    expect(idsOf(command, `${TRACE}-01`)).toEqual({
      requestId: 'c1',
      traceId: 'a'.repeat(32),
      gameId: 'g1',
      userId: 'ada',
    });
  });

  it('keeps its request over calls between services, and never takes over another’s', async () => {
    const hub = createInProcessHub(log);
    const [asking, middle, last]: [Bus, Bus, Bus] = [hub.connect(), hub.connect(), hub.connect()];
    const seen: unknown[] = [];
    last.serve(call('last'), () => {
      seen.push(currentIds());
      return {};
    });
    middle.serve(call('middle'), async ({ gameId, userId }) => {
      await middle.call(call('last'), { gameId, userId });
      return {};
    });
    middle.serve(
      call('owner'),
      () => {
        seen.push(currentIds());
        return {};
      },
      { queue: null },
    );
    await runWithRequestIds({ requestId: 'x' }, `${TRACE}-00`, async () => {
      await asking.call(call('middle'), { gameId: 'g1', userId: 'ada' });
      await asking.call(call('owner'), { gameId: 'g1', userId: 'ada' });
    });
    // An owner's work is shared by many games, so it belongs to no request.
    expect(seen).toEqual([{ requestId: 'a'.repeat(32), gameId: 'g1', userId: 'ada' }, undefined]);
  });
});
