import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  checkLimit,
  type Command,
  type GameId,
  headsSubject,
  onShard,
  type QuestionId,
  RefusedError,
  sendCommand,
  shardOf,
} from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { type Bus, createInProcessHub } from '@earworm/service-kit/bus';
import { BusFaults, connectFaulty } from '@earworm/service-kit/testing/faulty-bus';
import { createLog } from '@earworm/service-kit/log';
import type { Principal } from '@earworm/service-kit/auth';
import { ANONYMOUS } from '../limits/callers.js';
import { Shards } from '../calls/shards.js';
import { BuzzLimit } from '../limits/action-limits.js';
import { CommandSender } from './send-command.js';

const GRACE_MS = 15 * 60_000;
const GAME = 'game-1' as GameId;
const SHARD = shardOf(GAME);
const BUZZ: Command = { type: 'buzz', questionId: 'q1' as QuestionId };
const SELECT = { type: 'selectQuestion', categoryId: 'c1', questionId: 'q1' } as Command;

const principal: Principal = {
  userId: 'ann',
  name: 'Ann',
  roles: [],
  isGuest: false,
  isAdmin: false,
  session: null,
  issuedAt: Date.now(),
  expiresAt: Date.now() + 60_000,
};

let services: Bus;
let bus: Bus;
let faults: BusFaults;
let shards: Shards;
let senderWith: (attemptMs: number, deadlineMs: number) => CommandSender;
let sender: CommandSender;
let bugs: unknown[];
let full: number;

beforeEach(() => {
  const log = createLog('bus', { level: 'silent' });
  const hub = createInProcessHub(log);
  services = hub.connect();
  faults = new BusFaults();
  bus = connectFaulty(hub, faults, log);
  bugs = [];
  full = 0;
  shards = new Shards({ bus, onFailed: () => undefined });
  senderWith = (attemptMs, deadlineMs) =>
    new CommandSender({
      bus,
      limiter: { bus, withinMs: 300 },
      attemptMs,
      deadlineMs,
      graceMs: GRACE_MS,
      onNewOwner: shards.onNewOwner,
      buzzLimit: new BuzzLimit({ points: 1_010, seconds: 60 }),
      addressLimits: { spend: () => undefined },
      raised: { at: () => null, inRoomsOf: () => null },
      showOf: () => Promise.resolve(null),
      onFull: () => full++,
      onBug: (error) => bugs.push(error),
    });
  sender = senderWith(100, 600);
});
afterEach(() => shards.stop());

let ids = 0;
const give = (command: Command = BUZZ, more: object = {}) =>
  sender.send({
    id: `command-${++ids}`,
    command,
    gameId: GAME,
    role: command.type === 'buzz' ? 'player' : 'moderator',
    principal,
    isMember: false,
    caller: ANONYMOUS,
    receivedAt: performance.now(),
    isRetry: false,
    wait: () => Promise.resolve(),
    ...more,
  });

type SentCommand = Parameters<Parameters<typeof services.serve<typeof sendCommand>>[1]>[0];
const owns = (
  answer: (given: SentCommand) => Promise<{ version: number } | undefined> | { version: number } | undefined,
) => services.serve(onShard(sendCommand, SHARD), answer, { queue: null });
const newOwnerAt = (epoch: number) =>
  services.publish(headsSubject(SHARD), new TextEncoder().encode(JSON.stringify({ shard: SHARD, epoch, heads: [] })));

describe('sending a command to the owner', () => {
  it('retries with the same id until answered, and reports the elapsed and the remaining time', async () => {
    const received: SentCommand[] = [];
    owns((given) => {
      received.push(given);
      return received.length < 3 ? undefined : { version: 7 };
    });
    expect(await give()).toMatchObject({ ok: true, version: 7 });
    expect(new Set(received.map(({ commandId }) => commandId)).size).toBe(1);
    const [first, , third] = received;
    expect(third?.waitedMs).toBeGreaterThanOrEqual((first?.waitedMs ?? 0) + 190);
    expect(third?.deadlineMs).toBeLessThanOrEqual((first?.deadlineMs ?? 0) - 190);
  });

  it('waits while the shard has no owner', async () => {
    sender = senderWith(100, 10_000);
    const calls = jest.spyOn(bus, 'call');
    const answer = give();
    await eventually(() => expect(calls.mock.calls.length).toBeGreaterThan(1));
    owns(() => ({ version: 2 }));
    expect(await answer).toMatchObject({ ok: true, version: 2 });
  });

  it('sends nothing again once a parallel attempt was answered', async () => {
    const received: string[] = [];
    const countOf = (id: string) => received.filter((each) => each === id).length;
    owns(({ commandId }) => {
      received.push(commandId);
      return countOf(commandId) === 1 ? undefined : { version: 3 };
    });
    const answer = give(BUZZ, { id: 'the-first-command' });
    await eventually(() => expect(received).toHaveLength(1));
    newOwnerAt(2);
    expect(await answer).toMatchObject({ ok: true, version: 3 });
    // The unanswered attempt of the first command times out before that of a later one.
    expect(await give(BUZZ, { id: 'a-later-command' })).toMatchObject({ ok: true });
    expect(countOf('the-first-command')).toBe(2);
  });

  it('retries at once when a new owner announces itself', async () => {
    // By itself it would retry long after this spec has ended.
    sender = senderWith(9_000, 10_000);
    let silent = true;
    let callCount = 0;
    owns(() => {
      callCount += 1;
      return silent ? undefined : { version: 3 };
    });
    const answer = give();
    newOwnerAt(1);
    await eventually(() => expect(callCount).toBeGreaterThan(0));
    await services.flush();
    silent = false;
    newOwnerAt(2);
    expect(await answer).toMatchObject({ ok: true, version: 3 });
  });

  it('answers retry at the deadline', async () => {
    owns(() => undefined);
    expect(await give()).toMatchObject({ ok: false, code: 'retry' });
  });

  it('retries after the bus reconnects', async () => {
    sender = senderWith(100, 10_000);
    owns(() => ({ version: 4 }));
    faults.cut();
    const calls = jest.spyOn(bus, 'call');
    const answer = give();
    await eventually(() => expect(calls.mock.calls.length).toBeGreaterThan(1));
    faults.restore();
    expect(await answer).toMatchObject({ ok: true, version: 4 });
  });

  it("passes the owner's refusal to the sender", async () => {
    owns(() => {
      throw new RefusedError('category-not-found', { id: 'c9' });
    });
    expect(await give()).toMatchObject({ ok: false, code: 'category-not-found', params: { id: 'c9' } });
  });

  it('answers busy when a thousand commands wait for the same shard', async () => {
    owns(() => undefined);
    const waiting = Array.from({ length: 1_000 }, () => give());
    expect(full).toBe(0);
    expect(await give()).toMatchObject({ ok: false, code: 'busy' });
    expect(full).toBe(1);
    await Promise.all(waiting);
    owns(() => ({ version: 5 }));
    expect(await give()).toMatchObject({ ok: true });
  });
});

describe('limits of a command', () => {
  it('refuse it with the seconds to wait', async () => {
    owns(() => ({ version: 1 }));
    services.serve(checkLimit, ({ action }) => ({
      allowed: action !== 'select_question',
      remaining: 0,
      resetTime: 6_100,
    }));
    expect(await give(SELECT)).toMatchObject({ ok: false, code: 'limit-select', params: { n: 7 } });
  });

  it('charge the bytes of a question, with a refusal about saving', async () => {
    owns(() => ({ version: 1 }));
    let calledWith: unknown;
    services.serve(checkLimit, (request) => {
      calledWith = request;
      return { allowed: false, remaining: 0, resetTime: 6_100 };
    });
    const question = {
      answer: 'y'.repeat(200),
      youtubeSongName: 'x'.repeat(100),
      youtubeLink: '',
      clipId: null,
      points: 1,
    };
    const add = { type: 'addQuestion', categoryId: 'c1', questionId: 'q1', question } as Command;
    expect(await give(add)).toMatchObject({ ok: false, code: 'limit-saves', params: { n: 7 } });
    expect(calledWith).toMatchObject({ action: 'write_questions', points: 540, userId: 'ann' });
    const list = {
      type: 'addQuestions',
      categories: [{ categoryId: 'c1', name: 'x'.repeat(40), questions: [question, question] }],
    } as unknown as Command;
    expect(await give(list)).toMatchObject({ ok: false, code: 'limit-saves' });
    expect(calledWith).toMatchObject({ action: 'write_questions', points: 80 + 40 + 2 * 460 });
  });

  it('charge a reported name as a request for a seat, with a refusal about reports', async () => {
    owns(() => ({ version: 1 }));
    let calledWith: unknown;
    services.serve(checkLimit, (request) => {
      calledWith = request;
      return { allowed: false, remaining: 0, resetTime: 6_100 };
    });
    const report = { type: 'reportName', playerId: 'bob' } as Command;
    expect(await give(report, { role: 'player' })).toMatchObject({ code: 'limit-reports', params: { n: 7 } });
    expect(calledWith).toMatchObject({ action: 'request_seat', userId: 'ann' });
  });

  it('charge a call for help as a request for a seat, and leave withdrawing it free', async () => {
    owns(() => ({ version: 1 }));
    let calledWith: unknown;
    services.serve(checkLimit, (request) => {
      calledWith = request;
      return { allowed: false, remaining: 0, resetTime: 6_100 };
    });
    expect(await give({ type: 'withdrawHelp' })).toMatchObject({ ok: true });
    const call: Command = { type: 'callForHelp', category: 'sound', text: '' };
    expect(await give(call)).toMatchObject({ code: 'limit-requests', params: { n: 7 } });
    expect(calledWith).toMatchObject({ action: 'request_seat', userId: 'ann' });
  });

  it('allow it when the limiter is unreachable or too slow', async () => {
    owns(() => ({ version: 1 }));
    expect(await give(SELECT)).toMatchObject({ ok: true });
    const { promise: late, resolve: answersAtLast } = Promise.withResolvers<void>();
    services.serve(checkLimit, async () => {
      await late;
      return { allowed: false, remaining: 0, resetTime: 1 };
    });
    expect(await give(SELECT)).toMatchObject({ ok: true });
    answersAtLast();
  });

  it('delay a join until its turn and then leave its whole deadline', async () => {
    const join: Command = { type: 'joinGame', name: 'Ann' };
    const delay = { ms: 30_000, place: 600, everyMs: 50 };
    owns(() => ({ version: 1 }));
    services.serve(checkLimit, ({ action }) => ({
      allowed: true,
      remaining: 1,
      resetTime: 0,
      ...(action === 'take_seat' ? { delay } : {}),
    }));
    const waits: unknown[] = [];
    const wait = (asked: unknown) => {
      waits.push(asked);
      return Promise.resolve();
    };
    const long = { role: 'player', wait, receivedAt: performance.now() - 30_000 };
    expect(await give(join, long)).toMatchObject({ ok: true });
    expect(waits).toEqual([delay]);
    const gone = () => Promise.reject(new RefusedError('retry'));
    expect(await give(join, { ...long, wait: gone })).toMatchObject({ ok: false, code: 'retry' });
  });

  it('charge a resent buzz once', async () => {
    owns(() => ({ version: 1 }));
    for (let i = 0; i < 1_009; i++) await give();
    for (let i = 0; i < 5; i++) expect(await give(BUZZ, { isRetry: true })).toMatchObject({ ok: true });
    expect(await give()).toMatchObject({ ok: true });
    expect(await give()).toMatchObject({ ok: false, code: 'limit-answer' });
  });

  it('refuse an expired token of a moderator at once, and of a seated player after a quarter of an hour', async () => {
    owns(() => ({ version: 1 }));
    const expired = { principal: { ...principal, expiresAt: Date.now() - 1_000 } };
    const longExpired = { principal: { ...principal, expiresAt: Date.now() - GRACE_MS - 1_000 } };
    expect(await give(SELECT, expired)).toMatchObject({ ok: false, code: 'token-expired' });
    expect(await give(BUZZ, expired)).toMatchObject({ ok: true });
    expect(await give(BUZZ, longExpired)).toMatchObject({ ok: false, code: 'token-expired' });
    expect(await give({ type: 'joinGame', name: 'Ann' }, { ...expired, role: 'player' })).toMatchObject({
      code: 'token-expired',
    });
    expect(bugs).toEqual([]);
  });
});
