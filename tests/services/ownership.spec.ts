import { eventually } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Bus } from '@earworm/service-kit/bus';
import { Services } from '../harness/services.js';
import { observeOwners } from './support/bus-observer.js';
import { describeWithNats } from './support/describe-with-nats.js';
import { shardShares, untilShared } from '../harness/shard-shares.js';
import { playSharedGames } from './support/shared-games.js';

const GAMES = 15;
const SHARDS = 64;
/** Short, so that a replica that was frozen gets its share again soon. */
const TIMES = { handOverAfterMs: 2_000, shareAfterMs: 500, keepShardsMs: 1_000 };

describeWithNats('shard ownership', (nats) => {
  let services: Services;
  let bus: Bus;
  const databaseUrl = () => services.database.adminUrl;
  const sharesBecome = (...wanted: number[]) => untilShared(databaseUrl(), ...wanted);
  const play = () => playSharedGames(bus, databaseUrl(), GAMES);

  beforeAll(async () => {
    services = await Services.start({ nats, only: ['game'], gameReplicas: 0, overrides: { game: TIMES } });
    bus = await services.connectBus();
  });
  afterEach(async () => {
    for (const game of services.games) game.thaw();
    await services.removeGames();
  });
  afterAll(() => services?.close());

  it('spreads the shards fairly over one, three and two replicas and loses no command', async () => {
    const first = await services.addGame();
    const games = await play();
    await sharesBecome(SHARDS);
    await Promise.all([services.addGame(), services.addGame()]);
    await eventually(async () => {
      const shares = await shardShares(databaseUrl());
      expect(shares).toHaveLength(3);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(SHARDS);
      expect(Math.max(...shares)).toBeLessThanOrEqual(22);
    });
    await games.everyGameAnswers(3);
    expect(await first.stop()).toBe(0);
    await sharesBecome(32, 32);
    await games.everyGameAnswers(3);
    await games.endWithoutFault();
  });

  it('moves the shards of a killed replica to the other one, and a fair share back once it runs again', async () => {
    const [first, second] = await Promise.all([services.addGame(), services.addGame()]);
    await sharesBecome(32, 32);
    const games = await play();
    for (const victim of [first, second]) {
      await victim.kill();
      await sharesBecome(SHARDS);
      await games.everyGameAnswers(2);
      await victim.start();
      await sharesBecome(32, 32);
      await games.everyGameAnswers(2);
    }
    await games.endWithoutFault();
  });

  it('ignores a replica that was frozen, replaced and then wakes up', async () => {
    const [frozen] = await Promise.all([services.addGame(), services.addGame()]);
    await sharesBecome(32, 32);
    const observer = await observeOwners(services.busUrl);
    const games = await play();
    await games.everyGameAnswers(2);

    frozen.freeze();
    // What was asked before this may have been answered before it, too, and be sent afterwards.
    const frozenAt = performance.now();
    await games.everyGameAnswers(2);
    const replacedAt = performance.now();
    // Each game gets one command at a time: none that was given before this is still unanswered.
    await games.everyGameAnswers(2);
    const thawedAt = performance.now();
    frozen.thaw();
    await sharesBecome(32, 32);
    await games.everyGameAnswers(5);

    await games.endWithoutFault();
    expect(observer.repliesFrom(thawedAt, { after: frozenAt, before: replacedAt })).toEqual([]);
    expect(observer.replyCount()).toBeGreaterThan(9 * GAMES);
    expect(observer.answeredTwice()).toEqual([]);
    expect(observer.epochsThatWentBack()).toEqual([]);
    await observer.close();
  });
});
