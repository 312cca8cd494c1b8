import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { QuestionId } from '@earworm/rules';
import { backOff, newId } from './random.js';
import { Outbox } from './outbox.js';

const buzz = { type: 'buzz', questionId: 'q-1' as QuestionId } as const;
let sent: string[];
let checks: number;
let outbox: Outbox;

beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  checks = 0;
  let ids = 0;
  outbox = new Outbox({
    transmit: (id) => sent.push(id),
    onChange: () => undefined,
    onSilent: () => void checks++,
    onGivenUp: () => undefined,
    newId: () => `command-${++ids}`,
    random: () => 0.5,
    now: Date.now,
  });
});
afterEach(() => {
  outbox.close('retry');
  jest.useRealTimers();
});

describe('the outbox', () => {
  it('sends everything unanswered in order after every reconnect', () => {
    for (let i = 0; i < 3; i++) void outbox.give(buzz);
    outbox.online();
    outbox.offline();
    outbox.online();
    const order = ['command-1', 'command-2', 'command-3'];
    expect(sent).toEqual([...order, ...order]);
  });

  it('resends what an open connection has not answered', async () => {
    outbox.online();
    void outbox.give(buzz);
    await jest.advanceTimersByTimeAsync(6_100);
    expect(sent).toEqual(['command-1', 'command-1']);
  });

  it('asks once for a check of the connection when a command stays unanswered for two seconds', async () => {
    outbox.online();
    void outbox.give(buzz);
    await jest.advanceTimersByTimeAsync(1_900);
    expect(checks).toBe(0);
    await jest.advanceTimersByTimeAsync(3_000);
    expect([checks, sent]).toEqual([1, ['command-1']]);
    outbox.answered({ type: 'answer', id: 'command-1', ok: true, version: 2 });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(checks).toBe(1);
  });

  it('asks for no check while a command waits for its turn or for another attempt', async () => {
    outbox.online();
    for (let i = 0; i < 2; i++) void outbox.give(buzz);
    outbox.delayed({ id: 'command-1', ms: 20_000, place: 3, everyMs: 1_000 });
    outbox.answered({ type: 'answer', id: 'command-2', ok: false, code: 'busy' });
    outbox.offline();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(checks).toBe(0);
  });

  it('answers busy at once when a hundred are waiting', async () => {
    for (let i = 0; i < 100; i++) void outbox.give(buzz);
    expect(await outbox.give(buzz)).toMatchObject({ ok: false, code: 'busy' });
    expect(outbox.pending).toHaveLength(100);
  });

  it('shows of a command that the server is busy until it has answered', () => {
    outbox.online();
    void outbox.give(buzz);
    outbox.answered({ type: 'answer', id: 'command-1', ok: false, code: 'retry' });
    expect(outbox.pending[0]?.isBusy).toBeUndefined();
    outbox.answered({ type: 'answer', id: 'command-1', ok: false, code: 'busy' });
    expect(outbox.pending[0]?.isBusy).toBe(true);
    outbox.answered({ type: 'answer', id: 'command-1', ok: true, version: 2 });
    expect(outbox.pending).toEqual([]);
  });

  it('backs off longer with every refusal to retry', async () => {
    outbox.online();
    void outbox.give(buzz);
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const attempts = sent.length;
      const refusedAt = Date.now();
      outbox.answered({ type: 'answer', id: 'command-1', ok: false, code: 'busy' });
      while (sent.length === attempts) await jest.advanceTimersByTimeAsync(10);
      waits.push(Date.now() - refusedAt);
    }
    expect(waits[0]).toBeLessThanOrEqual(150);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2_010);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  });

  it('waits for a delayed command, and resends it at once after a reconnect', async () => {
    outbox.online();
    const answer = outbox.give({ type: 'joinGame', name: 'Ann' });
    outbox.delayed({ id: 'command-1', ms: 90_000, place: 1_600, everyMs: 50 });
    expect(outbox.pending).toMatchObject([{ delay: { until: Date.now() + 90_000, place: 1_600, everyMs: 50 } }]);
    await jest.advanceTimersByTimeAsync(80_000);
    expect(sent).toEqual(['command-1']);
    outbox.offline();
    outbox.online();
    expect(sent).toEqual(['command-1', 'command-1']);
    outbox.delayed({ id: 'command-1', ms: 10_000, place: 200, everyMs: 50 });
    await jest.advanceTimersByTimeAsync(10_000);
    outbox.answered({ type: 'answer', id: 'command-1', ok: true, version: 3 });
    expect(await answer).toMatchObject({ ok: true });
    expect(sent).toHaveLength(2);
  });

  it('gives a command up a minute after its turn', async () => {
    outbox.online();
    const answer = outbox.give({ type: 'joinGame', name: 'Ann' });
    outbox.delayed({ id: 'command-1', ms: 30_000, place: 600, everyMs: 50 });
    await jest.advanceTimersByTimeAsync(89_900);
    expect(outbox.pending).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(await answer).toMatchObject({ ok: false, code: 'retry' });
  });
});

describe('backoff', () => {
  it('keeps every wait between zero and its bound for any random number', () => {
    for (const chance of [0, 0.3, 0.999]) {
      for (let attempt = 0; attempt < 100; attempt++) {
        const wait = backOff(attempt, () => chance);
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(Math.min(8_000, 250 * 2 ** attempt));
      }
    }
  });
});

describe('id generator', () => {
  it('generates unique ids of 16 to 64 characters', () => {
    const ids = Array.from({ length: 10_000 }, () => newId());
    expect(new Set(ids).size).toBe(10_000);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
  });
});
