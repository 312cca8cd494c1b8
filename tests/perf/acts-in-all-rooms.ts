import { type GameClient, newId, type SeenEvent } from '@earworm/client';
import type { BulkAct } from '@earworm/contracts';
import type { PreparedEvent } from '../e2e/support/prepared-event.js';
import { waitUntil } from './wait-until.js';

export const ANNOUNCED_WITHIN_S = 2;
export const RESULTS_WITHIN_S = 5;

export const ANNOUNCEMENT = {
  type: 'announce',
  text: 'Dinner is ready',
  audience: ['players'],
  minutes: 5,
} satisfies BulkAct;

/** Resolves with the time at which this client got such an event. */
const timeOf = (client: GameClient, type: SeenEvent['type']): Promise<number> =>
  new Promise((resolve) => {
    const stop = client.onEvents((events) => {
      if (!events.some((event) => event.type === type)) return;
      stop();
      resolve(performance.now());
    });
  });

/**
 * An act of the event's operator in every room. Resolves once all clients have its event and the operator all results, none of them a
 * refusal. `heardAt`: when each client had it, by `performance.now()`.
 */
export async function actInAllRooms(
  { operator, showId, rooms }: PreparedEvent,
  act: BulkAct,
  clients: readonly GameClient[],
  event: SeenEvent['type'],
) {
  const asked = (await rooms()).flatMap(({ roomId, gameId }) => (gameId === null ? [] : [{ roomId, after: gameId }]));
  const heard = clients.map((client) => timeOf(client, event));
  const params = { showId, jobId: newId() };
  const startedAt = performance.now();
  await operator.http.call('actInRooms', { params, body: { jobId: params.jobId, act, rooms: asked } });
  const isDone = async () => {
    const { rooms: results } = await operator.http.call('readBulkAct', { params });
    const refused = results.find(({ code }) => code !== null);
    if (refused !== undefined) throw new Error(`${act.type} was refused in a room: ${refused.code}`);
    return results.length === asked.length && results.every(({ state }) => state === 'done');
  };
  await waitUntil('every room has its result', isDone, { withinMs: 60_000, everyMs: 100 });
  const resultsS = (performance.now() - startedAt) / 1_000;
  const heardAt = await Promise.all(heard);
  return { resultsS, heardS: (Math.max(...heardAt) - startedAt) / 1_000, heardAt };
}
