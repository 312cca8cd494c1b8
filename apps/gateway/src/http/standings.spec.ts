import { randomUUID } from 'node:crypto';
import { lookAtShowStage, lookAtStandings, PUBLIC_KEY_LENGTH, RefusedError } from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const SHOW = randomUUID();
const RANKED = { kind: 'players', counting: 'points', total: 1, rounds: 1 } as const;
const SHOWN = { name: 'Quiz night', ...RANKED, frozenAt: null, reveal: null };
const RIGHT = 'r'.repeat(PUBLIC_KEY_LENGTH);
const WRONG = 'w'.repeat(PUBLIC_KEY_LENGTH);
const ENTRY = { rank: 1, before: null, name: 'Ann K.', value: 100 };

describe('standings by a link', () => {
  let gateway: RunningGateway;
  let asked: string[];
  let isAway: boolean;
  let beforeAnswer: () => Promise<void>;

  beforeEach(async () => {
    gateway = await runGateway();
    asked = [];
    isAway = false;
    beforeAnswer = async () => {};
    const check = (key: string) => {
      asked.push(key);
      if (isAway) throw new RefusedError('unavailable');
      if (key !== RIGHT) throw new RefusedError('standings-link-unknown');
    };
    gateway.bus.serve(lookAtStandings, async ({ key }) => {
      await beforeAnswer();
      check(key);
      return { ...SHOWN, entries: [ENTRY] };
    });
    gateway.bus.serve(lookAtShowStage, ({ key }) => {
      check(key);
      return { ...SHOWN, entries: [], publicKey: null };
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await gateway.close();
  });

  /** By which answers are kept. */
  const clockShows = (ms: number) => jest.spyOn(performance, 'now').mockReturnValue(ms);

  const look = (what: 'standings' | 'stage', key: string) =>
    requestJson(gateway, `/api/events/${SHOW}/${what}/look`, { body: { key } });

  it('asks the service once for all phones of a hall, which need no token', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => look('standings', RIGHT)));
    for (const answer of answers) expect(answer).toMatchObject([200, { entries: [ENTRY] }]);
    expect(asked).toEqual([RIGHT]);
  });

  it('refuses a wrong key, also after the answer to a right one was kept', async () => {
    await look('standings', RIGHT);
    for (const what of ['standings', 'stage'] as const)
      expect(await look(what, WRONG)).toMatchObject([404, { code: 'standings-link-unknown' }]);
  });

  it('asks the service once a second for all phones that have the key of an earlier link', async () => {
    clockShows(10_000);
    const answers = await Promise.all(Array.from({ length: 30 }, () => look('standings', WRONG)));
    for (const answer of [...answers, await look('standings', WRONG)])
      expect(answer).toMatchObject([404, { code: 'standings-link-unknown' }]);
    expect(asked).toEqual([WRONG]);
    clockShows(12_000);
    await look('standings', WRONG);
    expect(asked).toEqual([WRONG, WRONG]);
  });

  it.each(['', 'right', `${RIGHT}r`])('refuses the key %j, which is too long or too short, by itself', async (key) => {
    expect(await look('standings', key)).toMatchObject([404, { code: 'standings-link-unknown' }]);
    expect(asked).toEqual([]);
  });

  it('keeps a page while others guess keys', async () => {
    clockShows(10_000);
    await look('standings', RIGHT);
    // All are being asked for at once.
    const { promise: areAllAsked, resolve } = Promise.withResolvers<void>();
    const guessed = Array.from({ length: 110 }, (_, n) => `${n}`.padStart(PUBLIC_KEY_LENGTH, 'g'));
    let more = guessed.length;
    beforeAnswer = () => {
      if (--more === 0) resolve();
      return areAllAsked;
    };
    await Promise.all(guessed.map((key) => look('standings', key)));
    await look('standings', RIGHT);
    expect(asked.filter((key) => key === RIGHT)).toHaveLength(1);
  });

  it('asks again after a failure of the service', async () => {
    isAway = true;
    expect(await look('standings', RIGHT)).toMatchObject([503, { code: 'unavailable' }]);
    isAway = false;
    expect(await look('standings', RIGHT)).toMatchObject([200, { entries: [ENTRY] }]);
  });

  it('passes the key of a link to the stage on', async () => {
    expect(await look('stage', RIGHT)).toMatchObject([200, { name: 'Quiz night' }]);
  });
});
