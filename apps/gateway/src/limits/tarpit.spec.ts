import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Tarpit } from './tarpit.js';

const ADDRESS = '203.0.113.7';

describe('the refusal of a flood', () => {
  let random = 0;
  const delayed: IncomingMessage[] = [];
  const refusals = new Tarpit(
    1_000,
    (request) => delayed.push(request),
    () => random,
  );
  let answered: boolean;
  const refuse = (
    code: Parameters<Tarpit['answer']>[1]['code'],
    { address = ADDRESS as string | null, isFlood = false, waitMs = 0 as number | null } = {},
  ) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST' });
    if (isFlood) refusals.mark(request);
    answered = false;
    refusals.answer(request, { code, address, waitMs }, () => (answered = true));
    return request;
  };
  beforeEach(() => {
    jest.useFakeTimers();
    delayed.length = 0;
    random = 0;
  });
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['of a body that no page sends', 'bad-request', {}],
    ['of a compressed body', 'body-encoded', {}],
    ['above an address limit', 'limit-create', { isFlood: true }],
  ] as const)('%s is delayed by the configured time', (_, code, more) => {
    const request = refuse(code, more);
    expect(delayed).toEqual([request]);
    jest.advanceTimersByTime(999);
    expect(answered).toBe(false);
    jest.advanceTimersByTime(1);
    expect(answered).toBe(true);
  });

  it.each([
    ['that people meet', 'limit-create', {}],
    ['given to this machine itself', 'bad-request', { address: null }],
  ] as const)('comes at once when it is one %s', (_, code, more) => {
    refuse(code, more);
    expect([answered, delayed]).toEqual([true, []]);
  });

  it.each([
    ['has to wait for its body', 'busy', 3_000],
    ['has to wait for its body longer than a flood waits', 'bad-request', 3_000],
    ['has a body that is not read', 'busy', null],
  ] as const)('comes later when it %s', (_, code, waitMs) => {
    const delayMs = waitMs ?? 1_000;
    expect(delayed).toEqual([refuse(code, { waitMs })]);
    jest.advanceTimersByTime(delayMs - 1);
    expect(answered).toBe(false);
    jest.advanceTimersByTime(1);
    expect(answered).toBe(true);
  });

  it('waits up to half as long again, so that clients do not return together', () => {
    random = 0.5;
    refuse('bad-request');
    jest.advanceTimersByTime(1_249);
    expect(answered).toBe(false);
    jest.advanceTimersByTime(1);
    expect(answered).toBe(true);
  });
});
