import { setTimeout as sleep } from 'node:timers/promises';
import { create, faultsOf, NO_FAULTS, streamOfCommands } from '@earworm/game/testing';
import type { GameId } from '@earworm/rules';
import { atBest, eventually } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { check } from '../faults/check.js';
import { readLog } from '../faults/logged.js';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Fleet } from './fleet.js';
import { onlooker } from './onlooker.js';
import { overhear } from './replies.js';

const nats = await findNats();
const GAMES = 40;
const PAUSE_MAX_MS = 2_000;
/** Played before anything happens. */
const CALM_MS = 1_500;

describe('Processes that share the games', () => {
  if (!nats) {
    it.skip(`DID NOT RUN: ${NO_NATS}`, () => undefined);
    return;
  }
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await Fleet.start(nats);
  }, 60_000);
  afterAll(() => fleet.close(), 30_000);

  const newGames = async (): Promise<GameId[]> => {
    const games = await Promise.all(Array.from({ length: GAMES }, () => create(fleet.bus)));
    return games.map(({ gameId }) => gameId);
  };
  const sharesBecome = (...wanted: number[]) => eventually(async () => expect(await fleet.shares()).toEqual(wanted));
  /** Commands in every game, and somebody who looks at them all meanwhile. */
  const play = async () => {
    const ids = await newGames();
    const stream = streamOfCommands(fleet.bus, ids);
    const looking = onlooker(fleet.bus, ids);
    return {
      ...stream,
      /** Ends it; nothing that was answered or shown may be at odds with the log. */
      endWithoutFault: async () => {
        await stream.end();
        expect(await faultsOf(fleet.database.adminUrl, ids, stream.answered)).toEqual(NO_FAULTS);
        const records = await looking.records(stream.answered);
        expect(check(await readLog(fleet.database.adminUrl, ids), records).descriptions).toEqual([]);
        const shown = records.reduce((sum, { sent }) => sum + sent.length, 0);
        expect(shown).toBeGreaterThan(GAMES);
      },
    };
  };
  const stopAll = async () => {
    await Promise.all(fleet.games.splice(0).map((game) => game.stop()));
  };
  afterEach(stopAll, 30_000);
  /** How long the game waited that waited longest, ms: before anything happened, and in all. */
  const expectSwift = ({ calm = NaN, longest = NaN }: { calm: number | undefined; longest: number | undefined }) => {
    process.stderr.write(`no game waited longer than ${longest.toFixed()} ms (in calm: ${calm.toFixed()})\n`);
    expect(longest).toBeLessThan(PAUSE_MAX_MS);
  };

  const scaled = async () => {
    await stopAll();
    await fleet.addGame();
    const stream = await play();
    await sharesBecome(64);
    await sleep(CALM_MS);
    const [calm] = stream.longestPauses();
    await Promise.all([fleet.addGame(), fleet.addGame()]);
    await eventually(async () => {
      const shares = await fleet.shares();
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(64);
      expect(shares).toHaveLength(3);
      expect(Math.max(...shares)).toBeLessThanOrEqual(22);
    });
    await sleep(500);
    const [first] = fleet.games;
    expect(await first?.stop()).toBe(0);
    await sharesBecome(32, 32);
    await sleep(500);
    await stream.endWithoutFault();
    return { calm, longest: stream.longestPauses()[0] };
  };
  it('go from one to three to two under commands with fair shares, and no command is lost', async () => {
    await atBest(scaled, expectSwift);
  }, 360_000);

  const killed = async () => {
    await stopAll();
    await Promise.all([fleet.addGame(), fleet.addGame()]);
    await sharesBecome(32, 32);
    const stream = await play();
    await sleep(CALM_MS);
    const [calm] = stream.longestPauses();
    for (let n = 0; n < 4; n++) {
      if (n > 0) await sleep(1_500);
      const [victim] = fleet.games;
      await victim?.kill();
      await sharesBecome(64);
      await victim?.start();
      fleet.games.reverse();
      await sharesBecome(32, 32);
    }
    await sleep(500);
    await stream.endWithoutFault();
    return { calm, longest: stream.longestPauses()[0] };
  };
  it('take over within two seconds from one that is killed, again and again', async () => {
    await atBest(killed, expectSwift);
  }, 480_000);

  it('hear nothing from one that stood still for five seconds, was replaced and wakes up', async () => {
    await Promise.all([fleet.addGame(), fleet.addGame()]);
    await sharesBecome(32, 32);
    const spy = await overhear(fleet.natsUrl);
    const stream = await play();
    await sleep(1_000);
    const [sleeper] = fleet.games;
    sleeper?.freeze();
    const frozenAt = performance.now();
    await sleep(5_000);
    await eventually(() => expect(stream.answeredFrom(frozenAt + 3_500)).toBeGreaterThan(GAMES));
    // What waits for the sleeper since before this is nobody's to answer any more; the others are not that slow.
    const staleBefore = performance.now() - 2_000;
    const thawedAt = performance.now();
    sleeper?.thaw();
    await sleep(2_000);
    expect(spy.repliesFrom(thawedAt, staleBefore)).toEqual([]);
    await sharesBecome(32, 32);
    await stream.endWithoutFault();
    expect(spy.heard()).toBeGreaterThan(500);
    expect(spy.answeredTwice()).toEqual([]);
    expect(spy.wentBack()).toEqual([]);
    await spy.close();
  }, 120_000);
});
