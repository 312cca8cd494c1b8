import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { GameClient } from '@earworm/client';
import type { Settings } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { delayedLine } from '../harness/delayed-line.js';
import { newGuest } from './support/members.js';
import type { PreparedGame } from './support/prepared-game.js';
import { type Scene, testOn, useProduct } from './support/test.js';

const ONE_WAY_MS = 60;
/** How much earlier the player on the slow line touches: less than what the line costs. */
const EARLIER_MS = 30;
const product = useProduct();
const test = testOn(product);

describe(`a player whose line is ${ONE_WAY_MS} ms slower, and who touches ${EARLIER_MS} ms earlier`, () => {
  let line: Awaited<ReturnType<typeof delayedLine>>;
  beforeAll(async () => {
    line = await delayedLine(Number(new URL(product().url).port), ONE_WAY_MS);
  });
  afterAll(() => line.close());

  const clientOf = (game: PreparedGame, name: string): GameClient => {
    const { client } = game.seat(name);
    if (client === null) throw new Error(`${name} is not connected`);
    return client;
  };

  /** Both buzz, and the queue as the desk sees it then. */
  const queueAfter = (scene: Scene, pings: number, settings: Partial<Settings>) =>
    line.delayed(async () => {
      const game = await scene.game({ players: ['Fast'], settings });
      await game.join('Slow', await newGuest(`http://localhost:${line.port}`));
      const [slow, fast] = [clientOf(game, 'Slow'), clientOf(game, 'Fast')];
      await game.pick();
      const { questionId } = await game.current();
      for (const client of [slow, fast]) {
        await eventually(() => {
          expect(client.state.view?.current?.questionId).toBe(questionId);
          expect(client.state.roundTripsMs.length).toBeGreaterThanOrEqual(pings);
        });
      }
      const now = performance.now();
      const answers = [
        slow.send({ type: 'buzz', questionId, touchedMs: now - EARLIER_MS }),
        fast.send({ type: 'buzz', questionId, touchedMs: now }),
      ];
      expect(await Promise.all(answers)).toEqual([
        expect.objectContaining({ ok: true }),
        expect.objectContaining({ ok: true }),
      ]);
      return eventually(async () => {
        const { queue } = await game.current();
        expect(queue).toHaveLength(2);
        return queue.map(({ name }) => name);
      });
    });

  test('comes first where the order is corrected', async (scene) => {
    const buzzOrder = { mode: 'corrected', holdMs: 250, creditMs: 150 } as const;
    expect(await queueAfter(scene, 6, { buzzOrder })).toEqual(['Slow', 'Fast']);
  });

  test('comes second by order of arrival', async (scene) => {
    expect(await queueAfter(scene, 1, {})).toEqual(['Fast', 'Slow']);
  });
});
